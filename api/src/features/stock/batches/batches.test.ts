import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { testPayments } from '../../../testing/clients/test-payments.ts';
import type { SignedInClient } from '../../../testing/clients/test-sessions.ts';
import { buildProduct, CANARY } from '../../../testing/data/builders.ts';
import { addBatch, buildPool, newCodes } from '../../../testing/data/pools.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts';

const DAY_MS = 86_400_000;
let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  admin = await shop.admin();
});
afterAll(() => shop.close());

const dayIn = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const recall = (id: string, body: object = { reason: 'Sold twice by the supplier' }) =>
  admin.call('adminRecallBatch', { params: { id }, body });

/** Refunds an order. Its code is withdrawn, because the buyer has not revealed it. */
async function refund({ order: { _id: id } }: { order: { _id: string } }): Promise<void> {
  const { status } = await admin.call('adminUpdateOrder', { params: { id }, body: { paymentStatus: 'refunded' } });
  expect(status).toBe(200);
}

/** A batch of six units: one customer bought one, another bought two, and a third holds one. */
async function soldFrom() {
  const product = await buildPool(shop, { codes: [] });
  const batch = await addBatch(shop, product.id, { codes: newCodes(6), reference: `PO ${product.title}` });
  const payments = testPayments(shop);
  const [one, two, holder] = [
    await shop.customer({ name: '=HYPERLINK("http://evil")' }),
    await shop.customer(),
    await shop.customer(),
  ];
  const first = await buy(one, payments, product);
  const second = await buy(two, payments, product, { quantity: 2 });
  await placeOrder(holder, product);
  return { product, batch, one, two, first, second };
}

describe('a recall', () => {
  it('a recall withdraws unsold units and lists the affected orders, also as CSV', async () => {
    const { product, batch, one, two, first, second } = await soldFrom();
    await two.call('revealOrder', { params: { id: second.order._id } });
    const isListed = async () => {
      const { body } = await shop.visitor().call('searchProducts', { query: { q: product.title, limit: 100 } });
      return body.data.some(({ _id }) => _id === product.id);
    };
    expect(await isListed()).toBe(true);
    const { status, body } = await recall(batch._id);
    expect(status, body.message).toBe(200);
    expect(body).toMatchObject({
      affectedOrders: 2,
      data: {
        recallReason: 'Sold twice by the supplier',
        counts: { total: 6, available: 0, held: 1, sold: 3, withdrawn: 2 },
      },
    });
    const shown = await shop.visitor().call('findProduct', { params: { id: product.id } });
    expect(shown.body.data).toMatchObject({ usageLimit: 0, availability: 'sold-out' });
    expect(await isListed()).toBe(false);
    const log = (await admin.call('adminListAudit', { query: { q: batch._id } })).body.data;
    expect(log[0]).toMatchObject({ action: 'batch.recalled', details: { reason: 'Sold twice by the supplier' } });

    const orders = await admin.call('adminListBatchOrders', {
      params: { id: batch._id },
      query: { limit: 1, page: 2 },
    });
    expect(orders.body).toMatchObject({
      data: [{ _id: first.order._id, units: 1, status: 'completed', customer: { email: one.user.email } }],
      pagination: { total: 2, pages: 2 },
    });
    const csv = await admin.fetch<string>(`/api/v1/admin/batches/${batch._id}/orders.csv`);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="batch-PO-Product-\d+\.csv"$/);
    const lines = csv.body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`${second.order._id},${two.user.name},${two.user.email},2,completed,998,`);
    expect(lines[0]).toMatch(/Delivered At \(IST\),Revealed At \(IST\)$/);
    expect(lines[1]).toMatch(/,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(csv.body).toContain(`"'=HYPERLINK`);
    expect(csv.body).not.toContain(CANARY);

    const again = await recall(batch._id, { reason: 'Another reason', notify: true });
    expect(again.body).toEqual(body);
    await shop.runJobs();
    expect(shop.mails.sent.filter(({ messageId }) => messageId.includes('recall-'))).toEqual([]);
  });

  it('a recall with notification mails each buyer once, without a code', async () => {
    const { batch, one, two } = await soldFrom();
    await shop.runJobs();
    const before = shop.mails.sent.length;
    const reason = 'Sold twice by the supplier.\n1. Try yours.\n2. Write to us.';
    await recall(batch._id, { reason, notify: true });
    await shop.visitor().call('forgotPassword', { body: { email: one.user.email } });
    await shop.runJobs();
    // Other mails overtake the mails of a recall, of which there may be thousands.
    const isRecall = shop.mails.sent.slice(before).map(({ messageId }) => messageId.includes('recall-'));
    expect(isRecall).toEqual([false, true, true]);
    for (const { user } of [one, two]) {
      const mails = shop.mails.to(user.email).filter(({ messageId }) => messageId.includes('recall-'));
      expect(mails).toHaveLength(1);
      // The reason keeps its line breaks.
      expect(mails[0]?.text).toContain(`Reason: ${reason}`);
      expect(mails[0]?.html).toMatch(/supplier\.<br\/>1\. Try yours\.<br\/>2\./);
      expect(mails[0]?.text).toContain('They may not work.');
      expect(`${mails[0]?.html} ${mails[0]?.text}`).not.toContain(CANARY);
    }
  });

  it('a recall withdraws at most 10,000 units per statement', async () => {
    const { id, goods_id } = await buildPool(shop, { codes: [] });
    const batch = await addBatch(shop, id);
    await shop.pool.query(
      `insert into units (id, product_id, goods_id, batch_id)
       select gen_random_uuid(), $1, $2, $3 from generate_series(1, 10001)`,
      [id, goods_id, batch._id],
    );
    await shop.pool.query(`
      create function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > 10000 then raise 'too many units in one statement'; end if;
        return null;
      end $$;
      create trigger refuse_many after update on units referencing new table as changed execute function refuse_many()`);
    const { body } = await recall(batch._id);
    await shop.pool.query('drop function refuse_many cascade');
    // The inserted units share one set of goods, which the invariants do not allow.
    await shop.pool.query('delete from units where goods_id = $1', [goods_id]);
    expect(body).toMatchObject({ data: { counts: { available: 0, withdrawn: 10_006 } } });
  });

  // Thousands of single statements would delay the recall by minutes.
  it('a recall queues its mails in one statement', async () => {
    const { batch } = await soldFrom();
    await shop.pool.query(`
      create table queued (mails int);
      create function note_queued() returns trigger language plpgsql as $$ begin
        insert into queued select count(*) from added join graphile_worker._private_tasks tasks on tasks.id = added.task_id
          where identifier = 'recall-mail' having count(*) > 0;
        return null;
      end $$;
      create trigger note_queued after insert on graphile_worker._private_jobs referencing new table as added
        execute function note_queued()`);
    await recall(batch._id, { reason: 'Sold twice by the supplier', notify: true });
    expect((await shop.pool.query('select mails from queued')).rows).toEqual([{ mails: 2 }]);
    await shop.pool.query('drop trigger note_queued on graphile_worker._private_jobs');
  });

  it('after a recall, only codes that nobody received can be added again', async () => {
    const wrong = await buildPool(shop, { codes: [] });
    const [first = '', second = '', third = '', fourth = ''] = newCodes(4);
    const batch = await addBatch(shop, wrong.id, { codes: [first, second, third, fourth] });
    const [keeper, returner, holder] = [await shop.customer(), await shop.customer(), await shop.customer()];
    const kept = await buy(keeper, testPayments(shop), wrong);
    const returned = await buy(returner, testPayments(shop), wrong);
    await placeOrder(holder, wrong);
    await refund(returned);
    await shop.runJobs();
    const codeOf = async (buyer: SignedInClient, { order }: typeof kept) =>
      (await buyer.call('revealOrder', { params: { id: order._id } })).body.data.codes[0];
    expect(await codeOf(keeper, kept)).toBe(first);
    await recall(batch._id);

    const right = await buildPool(shop, { codes: [] });
    const add = (reference: string, codes: string[], skipRefused = false) =>
      admin.call('adminImportBatch', {
        params: { id: right.id },
        body: { reference, codes: codes.join('\n'), skipRefused },
      });
    const isKnown = (line: number) => ({ line, reason: 'already-in-stock' });
    const { status, body } = await add('right', [first, second, third, fourth], true);
    expect([status, body.report]).toMatchObject([201, { accepted: 1, refused: [1, 2, 3].map(isKnown) }]);
    const bought = await buy(keeper, testPayments(shop), right);
    expect(await codeOf(keeper, bought)).toBe(fourth);
    expect((await add('again', [fourth])).body.report).toMatchObject({ accepted: 0, refused: [isKnown(1)] });
    await expectInvariants(shop);
  });

  it('a recall sends no mail to a refunded buyer', async () => {
    const { batch, one, two, first } = await soldFrom();
    await refund(first);
    await shop.runJobs();
    await recall(batch._id, { reason: 'Sold twice by the supplier', notify: true });
    await shop.runJobs();
    const recallMails = ({ user }: SignedInClient) =>
      shop.mails.to(user.email).filter(({ messageId }) => messageId.includes('recall-'));
    expect([recallMails(one).length, recallMails(two).length]).toEqual([0, 1]);
  });

  it('a recall without a reason or of an unknown batch is refused', async () => {
    const { batch } = await soldFrom();
    const blank = await recall(batch._id, { reason: ' ' });
    expect([blank.status, blank.body.errors]).toEqual([422, { reason: 'Reason is required' }]);
    const none = await recall(admin.user.id);
    expect([none.status, none.body.message]).toEqual([404, 'Batch not found']);
  });
});

describe('the batches of a product', () => {
  it('the batches of a product contain no code and reading them is not audited', async () => {
    const { id, code } = await buildProduct(shop, { title: 'Shared among all' });
    const reply = await admin.call('adminListProductBatches', { params: { id } });
    expect(reply.body).toMatchObject({ data: [], product: { title: 'Shared among all', stockKind: 'shared' } });
    expect(JSON.stringify(reply.body)).not.toContain(code);
    expect((await admin.call('adminListAudit', { query: { q: id } })).body.data).toEqual([]);
    const none = await admin.call('adminListProductBatches', { params: { id: admin.user.id } });
    expect([none.status, none.body.message]).toEqual([404, 'Product not found']);
  });
});

describe('the list of batches', () => {
  it('the batch list filters by state, text and product, newest first', async () => {
    const product = await buildPool(shop, { codes: [], title: 'Batched one', price: 0 });
    const other = await buildPool(shop, { codes: [], title: 'Batched two' });
    const used = await addBatch(shop, product.id, { codes: newCodes(1), reference: 'used', expiresOn: dayIn(1) });
    const buyer = await shop.customer();
    await buyer.call('createOrder', { body: { productId: product.id, amount: 0 } });
    const over = await addBatch(shop, product.id, { codes: newCodes(2), reference: 'over', expiresOn: dayIn(3) });
    const bad = await addBatch(shop, product.id, { codes: newCodes(2), reference: 'bad' });
    await recall(bad._id);
    const open = await addBatch(shop, other.id, { codes: newCodes(2), reference: '100%' });
    shop.clock.advance(5 * DAY_MS);
    admin = await shop.admin();
    const list = async (query: Record<string, string | number>) => {
      const { body } = await admin.call('adminListBatches', { query: { q: 'Batched', ...query } });
      return [body.data.map(({ _id }) => _id), body.pagination.total];
    };
    expect(await list({})).toEqual([[open._id, bad._id, over._id, used._id], 4]);
    expect(await list({ limit: 1, page: 4 })).toEqual([[used._id], 4]);
    expect(await list({ state: 'open' })).toEqual([[open._id], 1]);
    expect(await list({ state: 'recalled' })).toEqual([[bad._id], 1]);
    expect(await list({ state: 'expired' })).toEqual([[over._id], 1]);
    expect(await list({ state: 'used-up' })).toEqual([[used._id], 1]);
    expect(await list({ q: '100%' })).toEqual([[open._id], 1]);
    expect(await list({ q: '0_%' })).toEqual([[], 0]);
    const ofProduct = await admin.call('adminListProductBatches', { params: { id: product.id } });
    expect(ofProduct.body.data.map(({ reference }) => reference)).toEqual(['bad', 'over', 'used']);
    expect(ofProduct.body.product).toEqual({ _id: product.id, title: 'Batched one', stockKind: 'pool' });
    const some = await admin.call('adminListProductBatches', { params: { id: product.id }, query: { q: 'ove' } });
    expect(some.body.data.map(({ reference }) => reference)).toEqual(['over']);
    const found = await admin.call('adminFindBatch', { params: { id: over._id } });
    expect(found.body.data.counts).toEqual({ total: 2, available: 0, held: 0, sold: 0, withdrawn: 0, expired: 2 });
  });
});
