import { expect, it, vi } from 'vitest';
import { emailAddress, mobileNumber, personName } from './accounts/accounts.ts';
import { passkeyName } from './accounts/passkeys.ts';
import { searchText } from './common.ts';
import { contactSubmission } from './contact.ts';
import { requiredText } from './form-input.ts';
import { facetQuery } from './products/catalogue.ts';
import { productFields } from './products/product-fields.ts';
import { spelled } from './spelling.ts';
import { batchInput } from './stock.ts';

const [GRAVE, DOT_BELOW] = ['\u0300', '\u0323'];

it('normalises a letter and its marks to one form', () => {
  expect(spelled('Cafe\u0301')).toBe('Caf\u00e9');
  expect(spelled(`a${GRAVE}${DOT_BELOW}`)).toBe(spelled(`a${DOT_BELOW}${GRAVE}`));
});

const PILE = `a${GRAVE.repeat(16)}${DOT_BELOW.repeat(16)}`;

it.each([
  ['name', personName, PILE],
  ['mobile', mobileNumber, PILE],
  ['email', emailAddress, PILE],
  ['search', searchText, PILE],
  ['company', facetQuery, { company: PILE }],
  ['enquiry', contactSubmission, { name: PILE, email: PILE, message: PILE }],
  ['passkey', passkeyName, PILE],
  ['required text', requiredText('none'), PILE],
  ['title', productFields.title.input, PILE],
  ['subtitle', productFields.subtitle.input, PILE],
  ['details', productFields.details.input, [PILE]],
  ['batch', batchInput, { reference: PILE, supplier: PILE, codes: PILE }],
])('a text with too many combining marks stays unchanged: %s', (_, schema, given) => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  schema.safeParse(given);
  const sorted = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(sorted).not.toContain(PILE);
});
