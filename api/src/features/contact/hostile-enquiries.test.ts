import { API_BASE, calls } from '@shop/contract/calls/calls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { hostileForms, hostileText } from '../../testing/data/hostile-text.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(() => shop.db.deleteFrom('contacts').execute());
afterAll(() => shop.close());

const enquiry = { name: 'Asha', email: 'asha@example.com', contactType: 'other', message: 'Hello' };

describe.each(['submitContact', 'submitBugReport'] as const)('%s', (call) => {
  it.each(Object.keys(enquiry))('any value of the field %s is stored or refused, never a fault', async (field) => {
    const values: unknown[] = [...hostileText, null, 7, true, [], {}, { $gt: '' }, ['a'], { toString: 'x' }];
    const answers = await Promise.all(
      values.map((value) => shop.visitor().call(call, { body: { ...enquiry, [field]: value } })),
    );
    for (const [index, { status }] of answers.entries())
      expect([values[index], status]).toEqual([values[index], status === 201 ? 201 : 422]);
  });

  it('the message is stored unchanged', async () => {
    const message = `<script>alert(1)</script> ' OR 1=1; -- \${7*7} {{x}} =HYPERLINK("x")`;
    expect((await shop.visitor().call(call, { body: { ...enquiry, message } })).status).toBe(201);
    const { body } = await admin.call('listContacts');
    expect(body.data[0]?.message).toBe(message);
  });

  it.each([
    ['broken JSON', '{', 400],
    ['a list', '[]', 400],
    ['null', 'null', 422],
    ['ten thousand nested lists', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
    ['five megabytes', JSON.stringify({ ...enquiry, message: 'x'.repeat(5_000_000) }), 413],
    ['a prototype', JSON.stringify(enquiry).replace('{', '{"__proto__":{"isResolved":true},'), 400],
  ])('a body of %s is refused', async (_name, body, expected) => {
    const { status } = await shop.visitor().fetch(`${API_BASE}${calls[call].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(status).toBe(expected);
  });
});

describe('listContacts', () => {
  const fields = ['q', 'status', 'page', 'limit'];

  it.each(fields)('any value of the query field %s is accepted or refused, never a fault', async (field) => {
    await shop.visitor().call('submitContact', { body: enquiry });
    for (const value of hostileText) {
      const { status, body } = await admin.call('listContacts', { query: { [field]: value } });
      expect([value, status]).toEqual([value, status === 200 ? 200 : 422]);
      if (status === 200 && field === 'q') expect([value, body.data]).toEqual([value, []]);
    }
  });

  it.each(fields)('the query field %s may be repeated or an operator without a fault', async (field) => {
    for (const query of hostileForms(field)) {
      const { status } = await admin.fetch(`${API_BASE}${calls.listContacts.path}?${query}`);
      expect([query, status]).toEqual([query, status === 200 ? 200 : 422]);
    }
  });
});
