import { expect, it } from 'vitest';
import { mobileNumber, personName, typedMobileNumber } from './accounts.ts';

it.each(['9876543210', '+91 98765 43210', '98765 43210', '098765-43210', '+91-98765-43210', '0091 (98765) 43210'])(
  'a form reads ten digits from the mobile number %s',
  (written) => expect(typedMobileNumber.parse(written)).toBe('9876543210'),
);

it('ten digits that begin like a country prefix stay unchanged', () =>
  expect(typedMobileNumber.parse('9198765432')).toBe('9198765432'));

const WRONG = ['98765', '+44 98765 43210', '98765432101', 'abcdefghij'];
it.each([...WRONG, '+919876543210', '919876543210', '09876543210', '98765 43210'])(
  'the API refuses the mobile number %s, which is not exactly ten digits',
  (written) => expect(mobileNumber.safeParse(written).error?.issues[0]?.message).toBe('Mobile must be 10 digits'),
);
it.each(WRONG)('a form refuses the mobile number %s', (written) =>
  expect(typedMobileNumber.safeParse(written).error?.issues[0]?.message).toBe('Mobile must be 10 digits'),
);

it.each([
  ['Asha\r\nRao', 'Asha Rao'],
  ['Asha \u202Emoc.live\u202C', 'Asha moc.live'],
  ['\u2067Asha\u2069 Rao', 'Asha Rao'],
  // The zero-width joiner is needed in Indian scripts.
  ['क्\u200Dष', 'क्\u200Dष'],
  ['عائشہ\u200F', 'عائشہ\u200F'],
])('a name loses line breaks and text direction marks: %j', (written, kept) =>
  expect(personName.parse(written)).toBe(kept),
);
