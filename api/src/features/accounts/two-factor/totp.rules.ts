import { createHmac, timingSafeEqual } from 'node:crypto';
import { SHOP_NAME } from '@shop/contract/limits/limits';

/** Time-based one-time codes (RFC 6238 over RFC 4226), as authenticator apps generate them. */
type Scheme = { algorithm: 'sha1' | 'sha256' | 'sha512'; digits: number };
const APPS: Scheme = { algorithm: 'sha1', digits: 6 };

export const SECRET_BYTES = 20;
const STEP_MS = 30_000;
// The phone's clock may be off by one step, and typing takes time.
const STEPS_AROUND = [0, -1, 1];

export const stepAt = (date: Date): number => Math.floor(date.getTime() / STEP_MS);

export function codeAt(secret: Buffer, step: number, { algorithm, digits } = APPS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  // Dynamic truncation of RFC 4226: the last four bits are the offset of the number in the digest.
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);

/** Returns the step of the code. Undefined if the code is wrong, or if it belongs to `lastStep` or an earlier step. */
export const stepOf = (secret: Buffer, code: string, { now, lastStep }: { now: Date; lastStep: number }) =>
  STEPS_AROUND.map((distance) => stepAt(now) + distance).find(
    (step) => step > lastStep && isSame(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  );

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding. People type the secret into their app in this form. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

export function otpauthUrl(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: SHOP_NAME });
  // Authenticator apps show a plus sign as a plus sign, so spaces must be %20.
  const label = `${encodeURIComponent(SHOP_NAME)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
}
