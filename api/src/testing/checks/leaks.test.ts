import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { buildProduct, CANARY } from '../data/builders.ts';
import { buy } from '../data/purchases.ts';
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts';
import { tablesContaining } from './invariants.ts';
import { findLeaks, recordJobPayloads } from './leaks.ts';

/** The search for leaked codes (I5) runs after every fault test. These tests show that it finds planted leaks. */

let shop: FaultyShop;
let code: string;
beforeAll(async () => {
  shop = await openFaultyShop();
  await recordJobPayloads(shop.pool);
  const buyer = await shop.customer();
  const product = await buildProduct(shop);
  await buy(buyer, shop.payments, product);
  await vi.waitFor(() => expect(shop.mails.to(buyer.user.email)).toHaveLength(1), { timeout: 30_000 });
  code = product.code;
});
afterAll(() => shop.close());

it('the code in the delivery mail to its buyer is no leak', async () => {
  expect(shop.mails.sent[0]?.text).toContain(code);
  expect(shop.logged()).toContain('delivery-mail');
  expect(await findLeaks(shop)).toEqual([]);
  expect(await tablesContaining(shop.pool, CANARY)).toEqual([]);
});

it('a code in a log line is a leak', async () => {
  shop.log.debug({ note: `sold ${code}` }, 'planted');
  const leaks = await findLeaks({ ...shop, seenMails: async () => [] });
  expect(leaks).toEqual([expect.stringMatching(/^log: .*planted/)]);
});

it.each([
  ['in the subject', (mail: object) => ({ ...mail, outside: `Your code ${code}` })],
  ['sent to somebody else', (mail: object) => ({ ...mail, to: 'other@example.com' })],
  ['in a mail about something else', (mail: object) => ({ ...mail, messageId: '<refund-1@localhost>' })],
])('a code %s is a leak', async (_, misdirect) => {
  const [mail] = await shop.seenMails();
  const seenMails = async () => [{ ...mail, ...misdirect({}) }] as Awaited<ReturnType<typeof shop.seenMails>>;
  expect(await findLeaks({ ...shop, logged: () => '', seenMails })).toEqual([expect.stringContaining(code)]);
});

it("a code in a job payload or in the sandbox's tables is found", async () => {
  await enqueue(shop.db, 'planted', { code });
  await shop.pool.query('delete from graphile_worker._private_jobs');
  await shop.pool.query('update sandbox.webhooks set body = $1', [code]);
  expect(await tablesContaining(shop.pool, CANARY)).toEqual(
    expect.arrayContaining(['kept.job_payloads', 'sandbox.webhooks']),
  );
});
