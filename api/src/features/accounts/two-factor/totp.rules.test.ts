import { describe, expect, it } from 'vitest';
import { base32, codeAt, otpauthUrl, stepAt, stepOf } from './totp.rules.ts';

/** Test vectors of RFC 6238, appendix B. */
const SEEDS = { sha1: 20, sha256: 32, sha512: 64 } as const;
const seedOf = (bytes: number) => Buffer.from('1234567890'.repeat(7).slice(0, bytes));
const VECTORS = [
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
] as const;

describe('one-time codes', () => {
  it.each(VECTORS)('the codes at second %d match the RFC', (second, ...codes) => {
    const step = stepAt(new Date(second * 1000));
    const made = (['sha1', 'sha256', 'sha512'] as const).map((algorithm) =>
      codeAt(seedOf(SEEDS[algorithm]), step, { algorithm, digits: 8 }),
    );
    expect(made).toEqual(codes);
  });

  it('a code is valid for its own and adjacent steps, but not after a later one', () => {
    const secret = seedOf(20);
    const now = new Date(1_234_567_890_000);
    const step = stepAt(now);
    const found = (distance: number, lastStep = 0) =>
      stepOf(secret, codeAt(secret, step + distance), { now, lastStep });
    expect([-2, -1, 0, 1, 2].map((distance) => found(distance))).toEqual([
      undefined,
      step - 1,
      step,
      step + 1,
      undefined,
    ]);
    expect([found(0, step), found(-1, step), found(1, step)]).toEqual([undefined, undefined, step + 1]);
    expect(stepOf(secret, '', { now, lastStep: 0 })).toBeUndefined();
  });

  it('six characters of another alphabet are a wrong code, not an error', () => {
    for (const code of ['१२३४५६', '１２３４５６', '😀😀😀', 'éééééé'])
      expect(stepOf(seedOf(20), code, { now: new Date(1_234_567_890_000), lastStep: 0 })).toBeUndefined();
  });
});

it('secrets are encoded in Base32 as in RFC 4648', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  expect(written).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});

it('the otpauth URL contains the shop name and the email', () => {
  expect(otpauthUrl('MZXW6', 'a+b@example.com')).toBe(
    'otpauth://totp/Digital%20Goods%20Marketplace:a%2Bb%40example.com?secret=MZXW6&issuer=Digital%20Goods%20Marketplace',
  );
});
