import { expect, it } from 'vitest';
import type { z } from 'zod';
import { emailAddress, newPassword, passwordChange, personName, presentedPassword } from '../accounts/accounts.ts';
import { oneTimeCode, reauthentication } from '../accounts/factors.ts';
import { passkeyName } from '../accounts/passkeys.ts';
import { pageQuery, searchText } from '../common.ts';
import { contactSubmission } from '../contact.ts';
import { fieldMessages as text } from '../failures/messages.ts';
import { number } from '../form-input.ts';
import { orderDraft, rating } from '../orders.ts';
import { bulkEdit } from '../products/bulk-edit.ts';
import { facetQuery } from '../products/catalogue.ts';
import { bulkProducts } from '../products/product-bulk.ts';
import { productFields } from '../products/product-fields.ts';
import { productChange, productInput } from '../products/product-input.ts';
import { sheetInput } from '../products/product-sheet.ts';
import { viewInput } from '../saved-views.ts';
import { batchInput, recallInput } from '../stock.ts';

const x = (length: number) => 'x'.repeat(length);
const fifty = Array(50).fill('x');
const fields = (name: keyof typeof productFields) => productFields[name].input;
const ID = '01900000-0000-7000-8000-000000000001';
const form = { title: 'Tea', category: 'Voucher', company: 'Acme', price: '1', expiryDate: '2099-12-31' };
const shared = { ...form, code: 'A' };
const linked = (productLink: string) => ({ ...shared, productLink });
const pool = { ...form, stockKind: 'pool' };
const batch = { reference: 'PO-1', codes: 'A' };
const view = { list: 'orders', name: 'Mine', search: '' };
const enquiry = { name: 'Asha', email: 'asha@example.com', contactType: 'other', message: 'Hello' };
const draft = { productId: ID, amount: 1 };
const passwords = (current: string, next: string) => ({ currentPassword: current, newPassword: next });

/** The last accepted value, the first refused one, and its message; without a message any text is fine. */
const bounds: [what: string, schema: z.ZodType, taken: unknown, refused: unknown, message?: string][] = [
  ['name, shortest', personName, x(3), x(2), text.nameShort],
  ['name, longest', personName, x(50), x(51), text.nameLong],
  ['address', emailAddress, `${x(242)}@example.com`, `${x(243)}@example.com`, text.emailInvalid],
  ['new password', newPassword, `aB1!${x(124)}`, `aB1!${x(125)}`, text.passwordLong],
  ['blank password', newPassword, ' aB1!aB1! ', '        ', text.passwordRequired],
  ['presented password', presentedPassword, x(128), x(129), text.passwordLong],
  ['current password', passwordChange, passwords(x(128), 'aB1!aB1!'), passwords(x(129), 'aB1!aB1!'), text.passwordLong],
  ['next password', passwordChange, passwords('x', 'aB1!aB1!'), passwords('x', 'aB1xaB1x'), text.passwordSpecial],
  ['one-time code', oneTimeCode, x(40), x(41), text.oneTimeCodeWrong],
  ['reauthentication', reauthentication, { password: 'x' }, {}, text.proofRequired],
  ['passkey', passkeyName, x(50), x(51), text.passkeyNameLong],
  ['search', searchText, x(200), x(201)],
  ['search, unreadable', searchText, '\t', '\0', text.searchUnreadable],
  ['page', pageQuery.page, '1000000', '1000001'],
  ['page, whole', pageQuery.page, '1', '1.5'],
  ['rows', pageQuery.limit, '100', '101'],
  ['view', viewInput, { ...view, name: x(60) }, { ...view, name: x(61) }, text.viewNameLong],
  ['address of a view', viewInput, { ...view, search: x(1000) }, { ...view, search: x(1001) }],
  ['number', number('none'), ' -12.50 ', '0x10', 'none'],
  ['number, finite', number('none'), '9', '9'.repeat(400), 'none'],
  ['title, shortest', fields('title'), x(3), x(2), text.titleLength],
  ['title, longest', fields('title'), x(100), x(101), text.titleLength],
  ['subtitle', fields('subtitle'), x(100), x(101), 'Subtitle cannot exceed 100 characters'],
  ['company', fields('company'), x(100), x(101), text.companyLong],
  ['item', fields('details'), [x(500)], [x(501)], text.listItemLong],
  ['items', fields('details'), fifty, [...fifty, 'x'], text.listTooLong],
  ['items among blanks', fields('details'), [...fifty, '', ' '], [...fifty, '', 'x'], text.listTooLong],
  ['price, largest', fields('price'), '10000000', '10000000.01', text.priceTooLarge],
  ['price, smallest', fields('price'), '1', '0.99', text.priceTooSmall],
  ['price, none', fields('price'), '0', '-0.01', text.priceInvalid],
  ['price, whole paise', fields('price'), '1.15', '1.155', text.priceInvalid],
  ['original price', fields('originalPrice'), '', '-1', text.originalPriceInvalid],
  ['per customer, least', fields('maxPerCustomer'), '1', '0', text.maxPerCustomerInvalid],
  ['per customer, most', fields('maxPerCustomer'), '100', '101', text.maxPerCustomerInvalid],
  ['low stock', fields('lowStockAt'), '0', '0.5', text.lowStockInvalid],
  ['code', productInput, { ...form, code: x(500) }, { ...form, code: x(501) }, text.codeLong],
  ['code of a pool', productInput, pool, { ...pool, code: 'A' }, text.codeOfPool],
  ['code of a pool, changed', productChange, pool, { ...pool, code: 'A' }, text.codeOfPool],
  ['code, readable', productInput, shared, { ...form, code: 'A\u200bB' }, text.codeUnreadable],
  ['link of a pool', productInput, pool, { ...pool, productLink: 'https://a.example' }, text.linkOfPool],
  ['link, of the web', productInput, linked('http://a.example'), linked('ftp://a.example'), text.linkInvalid],
  ['link, to a host', productInput, linked('https://a.example/b'), linked('https://a/b.example'), text.linkInvalid],
  ['link, in full', productInput, linked('https://a.example'), linked('https://[a.example'), text.linkInvalid],
  [
    'link',
    productInput,
    linked(`https://a.example/${x(1982)}`),
    linked(`https://a.example/${x(1983)}`),
    text.linkInvalid,
  ],
  [
    'usage limit',
    productInput,
    { ...shared, usageLimit: '100000' },
    { ...shared, usageLimit: '100001' },
    text.usageLimitTooLarge,
  ],
  [
    'usage limit, whole',
    productInput,
    { ...shared, usageLimit: '1' },
    { ...shared, usageLimit: '1.5' },
    text.usageLimitInvalid,
  ],
  [
    'images that stay',
    productChange,
    { ...shared, existingImages: Array(8).fill('a') },
    { ...shared, existingImages: Array(9).fill('a') },
    text.imagesTooMany,
  ],
  ['reference', batchInput, { ...batch, reference: x(100) }, { ...batch, reference: x(101) }, text.referenceLong],
  ['supplier', batchInput, { ...batch, supplier: x(100) }, { ...batch, supplier: x(101) }, text.supplierLong],
  ['cost', batchInput, { ...batch, unitCost: '' }, { ...batch, unitCost: '-1' }, text.unitCostInvalid],
  ['day', batchInput, { ...batch, expiresOn: '2028-02-29' }, { ...batch, expiresOn: '2027-02-29' }, text.dayInvalid],
  ['codes', batchInput, batch, { ...batch, codes: ' \n' }, text.codesRequired],
  ['sheet', sheetInput, { products: 'Title' }, { products: ' \n' }, text.sheetRequired],
  ['reason', recallInput, { reason: x(500) }, { reason: x(501) }, text.reasonLong],
  ['sender', contactSubmission, { ...enquiry, name: x(100) }, { ...enquiry, name: x(101) }, text.senderNameLong],
  ['message', contactSubmission, { ...enquiry, message: x(5000) }, { ...enquiry, message: x(5001) }, text.messageLong],
  ['quantity, most', orderDraft, { ...draft, quantity: 100 }, { ...draft, quantity: 101 }, text.quantityInvalid],
  ['quantity, least', orderDraft, { ...draft, quantity: 1 }, { ...draft, quantity: 0 }, text.quantityInvalid],
  ['quantity, whole', orderDraft, draft, { ...draft, quantity: 1.5 }, text.quantityInvalid],
  ['amount', orderDraft, { ...draft, amount: 0 }, { ...draft, amount: -1 }, text.amountInvalid],
  ['amount, whole paise', orderDraft, { ...draft, amount: 1.15 }, { ...draft, amount: 1.155 }, text.amountInvalid],
  ['stars, most', rating, { stars: 5, worked: true }, { stars: 6, worked: true }],
  ['stars, least', rating, { stars: 1, worked: true }, { stars: 0, worked: true }],
  ['per cent, least', bulkEdit, { pricePercent: -99 }, { pricePercent: -100 }, text.percentInvalid],
  ['per cent, most', bulkEdit, { pricePercent: 900 }, { pricePercent: 901 }, text.percentInvalid],
  ['price, once', bulkEdit, { price: 1 }, { price: 1, pricePercent: 1 }, text.priceTwice],
  [
    'products',
    bulkProducts,
    { ids: Array(1000).fill(ID), action: 'delete' },
    { ids: Array(1001).fill(ID), action: 'delete' },
  ],
  [
    'products, one way',
    bulkProducts,
    { matching: {}, action: 'delete' },
    { ids: [ID], matching: {}, action: 'delete' },
    text.productsRequired,
  ],
  [
    'range of prices',
    facetQuery,
    { minPrice: '5', maxPrice: '5' },
    { minPrice: '6', maxPrice: '5' },
    text.priceRangeInvalid,
  ],
  ['companies', facetQuery, { companies: '1000' }, { companies: '1001' }],
];

it.each(bounds)('keeps to the bound of %s', (_, schema, taken, refused, message) => {
  expect(schema.safeParse(taken).error?.issues).toBeUndefined();
  const [issue] = schema.safeParse(refused).error?.issues ?? [];
  expect(issue?.message).toEqual(message ?? expect.any(String));
});
