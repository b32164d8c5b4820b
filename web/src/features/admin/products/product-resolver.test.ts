import { expect, it } from 'vitest';
import { formValuesOf } from './product-form-values.ts';
import { productResolver } from './product-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const errorsOf = async (changes: object) =>
  (await productResolver(true)({ ...formValuesOf(null), ...changes }, undefined, options)).errors;

it("the form shows the schema's own message for each field", async () => {
  expect(await errorsOf({ productLink: 'nonsense', details: ['fine', 'x'.repeat(501)] })).toMatchObject({
    title: { message: 'Title must be between 3 and 100 characters' },
    code: { message: 'Code is required' },
    category: { message: 'Category is required' },
    company: { message: 'Company name is required' },
    price: { message: 'Price must be a positive number' },
    expiryDate: { message: 'Expiry date is required' },
    productLink: { message: 'Please enter a valid URL' },
    details: { message: 'Each item can have at most 500 characters' },
  });
});

it('the form refuses a usage limit below 1 and a price below ₹1', async () => {
  expect(await errorsOf({ usageLimit: '0', price: '0.50' })).toMatchObject({
    usageLimit: { message: 'Usage limit must be at least 1' },
    price: { message: 'Price must be 0 or at least ₹1' },
  });
});

it('a pool needs no code and does not send one typed earlier', async () => {
  expect(await errorsOf({ stockKind: 'pool' })).not.toHaveProperty('code');
  const values = { ...formValuesOf(null), stockKind: 'pool' as const, code: 'TYPED-BEFORE', usageLimit: '0' };
  const good = { title: 'A pool', category: 'Voucher' as const, company: 'Acme', price: '5', expiryDate: '2099-12-31' };
  const outcome = await productResolver(true)({ ...values, ...good }, undefined, options);
  expect(outcome.errors).toEqual({});
  expect(outcome.values).toMatchObject({ stockKind: 'pool', code: '' });
});
