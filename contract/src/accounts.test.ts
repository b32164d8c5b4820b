import { expect, it } from 'vitest';
import { mobileNumber } from './accounts.ts';

it.each(['9876543210', '+91 98765 43210', '98765 43210', '098765-43210', '+91-98765-43210', '0091 (98765) 43210'])(
  'keeps the ten digits of %s',
  (written) => expect(mobileNumber.parse(written)).toBe('9876543210'),
);

it('keeps ten digits that begin like a prefix', () => expect(mobileNumber.parse('9198765432')).toBe('9198765432'));

it.each(['98765', '+44 98765 43210', '98765432101', 'abcdefghij'])('refuses %s', (written) =>
  expect(mobileNumber.safeParse(written).error?.issues[0]?.message).toBe('Mobile must be 10 digits'),
);
