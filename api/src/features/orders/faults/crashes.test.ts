import { describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { expectInvariants } from '../../../testing/checks/invariants.ts';
import { retryNow } from '../../../testing/checks/job-times.ts';
import { proofOf } from '../../../testing/clients/test-payments.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { buy, placeOrder } from '../../../testing/data/purchases.ts';
import { createUnreliableMailbox, type UnreliableMailbox } from '../../../testing/mails/unreliable-mailbox.ts';
import { type KillableShop, openKillableShop, seenMail } from '../../../testing/servers/killable-shop.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { claimProviderOrder } from '../orders.queries.ts';
import { reconcileOrders } from '../payment/reconcile.service.ts';

let mailbox: UnreliableMailbox;
let shop: KillableShop;

async function openShopWithMailbox(): Promise<KillableShop> {
  const database = await createTestDatabase();
  mailbox = await createUnreliableMailbox();
  const opened = await openKillableShop(database.url, { SMTP_URL: mailbox.url });
  return {
    ...opened,
    seenMails: async () => mailbox.received.map(seenMail),
    async close() {
      await opened.close();
      await mailbox.close();
      await database.drop();
    },
  };
}

shareFaultyShop(openShopWithMailbox, (opened) => {
  shop = opened;
});

const rowOf = async (sql: string, values: unknown[]) => (await shop.pool.query(sql, values)).rows[0];
const until = (sql: string, values: unknown[], facts: object | undefined, timeout = 30_000) =>
  vi.waitFor(
    async () => {
      const row = await rowOf(sql, values);
      expect(row !== undefined).toBe(facts !== undefined);
      if (facts) expect(row).toMatchObject(facts);
    },
    { timeout, interval: 30 },
  );
const ORDER = 'select * from orders where id = $1';
const faultTaken = () => until('select 1 from sandbox.faults where remaining > 0', [], undefined);
/** Expects that the killed server never answers a request. */
const unanswered = (request: Promise<unknown>) =>
  request.then(
    () => expect.unreachable('it was answered'),
    () => undefined,
  );

describe('a kill −9 of the server (fault 14)', () => {
  it('during the creation of a provider order leads to the release of the hold', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    await shop.payments.plan('create-order', 'hang');
    const creating = unanswered(buyer.call('createOrder', { body: { productId: product.id, amount: 499 } }));
    await faultTaken();
    await shop.kill();
    await creating;
    await shop.restart();
    await expectInvariants(shop);
    await shop.pool.query(
      `update orders set next_check_at = now() - interval '1 second', hold_until = now() - interval '1 second'
       where product_id = $1`,
      [product.id],
    );
    await reconcileOrders({ ...shop });
    await until('select state from units where product_id = $1', [product.id], { state: 'available' });
  });

  it('after the creation of a provider order does not lose money for it', async () => {
    const product = await buildProduct(shop, { units: 1 });
    const buyer = await shop.customer();
    await shop.payments.plan('create-order', 'hang', { phase: 'after' });
    const creating = unanswered(buyer.call('createOrder', { body: { productId: product.id, amount: 499 } }));
    const made = await vi.waitFor(
      async () => {
        const row = await rowOf(
          `select theirs.id, ours.id as order_id from sandbox.orders theirs
           join orders ours on ours.receipt = theirs.receipt where ours.product_id = $1`,
          [product.id],
        );
        expect(row).toBeDefined();
        return row;
      },
      { timeout: 30_000 },
    );
    await shop.kill();
    await creating;
    await shop.payments.capture(made.id);
    await shop.restart();
    await until(ORDER, [made.order_id], { payment_status: 'completed', is_delivered: true });
  });

  it('during a verification does not prevent the next verification', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    await shop.payments.plan('webhook:*', 'hold', { times: 2 });
    const proof = await shop.payments.payByCard(order.razorpayOrderId);
    await shop.payments.plan('fetch-payment', 'hang');
    const verifying = unanswered(buyer.call('verifyPayment', { body: proofOf(order._id, proof) }));
    await faultTaken();
    await shop.kill();
    await verifying;
    await shop.restart();
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect(verified.body).toMatchObject({ order: { status: 'completed' } });
    await shop.payments.releaseEvents();
  });

  it('during a settlement by a webhook does not prevent the delivery', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const blocker = await shop.pool.connect();
    await blocker.query('begin');
    await blocker.query('select 1 from orders where id = $1 for update', [order._id]);
    await shop.payments.payByCard(order.razorpayOrderId);
    await until(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      [],
      {},
    );
    await shop.kill();
    await blocker.query('rollback');
    blocker.release();
    await shop.restart();
    await until(ORDER, [order._id], { payment_status: 'completed', is_delivered: true });
  });

  it('during a refund does not prevent the refund', async () => {
    const [buyer, other] = [await shop.customer(), await shop.customer()];
    const product = await buildProduct(shop, { units: 1 });
    const order = await placeOrder(buyer, product);
    await buyer.call('deleteOrder', { params: { id: order._id } });
    await placeOrder(other, product);
    await shop.payments.plan('refund', 'hang', { phase: 'after' });
    await shop.payments.capture(order.razorpayOrderId);
    await until(
      'select 1 from sandbox.refunds join payments on payments.id = payment_id where order_id = $1',
      [order._id],
      {},
    );
    await shop.kill();
    await shop.restart();
    await until('select status from refunds where order_id = $1', [order._id], { status: 'processed' });
  });

  it('during a mail leads to a second mail with the same Message-ID', async () => {
    mailbox.behaviour = 'stall';
    const buyer = await shop.customer();
    const { order } = await buy(buyer, shop.payments, await buildProduct(shop));
    const mails = () => mailbox.received.filter((mail) => mail.to?.[0]?.address === buyer.user.email);
    await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 30_000 });
    await shop.kill();
    mailbox.behaviour = 'keep';
    await shop.restart();
    await vi.waitFor(() => expect(mails()).toHaveLength(2), { timeout: 30_000 });
    expect(mails().map((mail) => mail.messageId)).toEqual(Array(2).fill(`<delivery-${order._id}@localhost>`));
  });
});

describe('a database that has lost its last commits', () => {
  it('gets the provider order back from a proof of payment', async () => {
    const buyer = await shop.customer();
    const order = await placeOrder(buyer, await buildProduct(shop));
    const other = await placeOrder(buyer, await buildProduct(shop));
    await shop.payments.plan('webhook:*', 'hold', { times: 2 });
    const proof = await shop.payments.payByCard(order.razorpayOrderId);
    await shop.pool.query('delete from provider_orders where order_id = any($1)', [[order._id, other._id]]);
    const forged = proofOf(order._id, { ...proof, razorpay_signature: '0'.repeat(64) });
    expect(await buyer.call('verifyPayment', { body: forged })).toMatchObject({ status: 400 });
    const verified = await buyer.call('verifyPayment', { body: proofOf(order._id, proof) });
    expect(verified.body).toMatchObject({ order: { status: 'completed', razorpayOrderId: order.razorpayOrderId } });
    const elsewhere = await buyer.call('verifyPayment', { body: proofOf(other._id, proof) });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'SIGNATURE_MISMATCH' } });
    await shop.payments.releaseEvents();
  });

  it('refuses a claim with an asynchronous commit inside a transaction', async () => {
    const claim = { id: newId(), providerOrderId: 'order_of_nobody', now: new Date() };
    await expect(inTransaction(shop.db, async (db) => claimProviderOrder(db, claim))).rejects.toThrow('waited for');
  });
});

describe('the mail server (fault 16)', () => {
  it('may be down: the order page shows the code, and the mail arrives after recovery', async () => {
    await mailbox.close();
    const buyer = await shop.customer();
    const product = await buildProduct(shop);
    const { order } = await buy(buyer, shop.payments, product);
    await until("select 1 from graphile_worker.jobs where task_identifier = 'delivery-mail' and attempts > 0", [], {});
    const revealed = await buyer.call('revealOrder', { params: { id: order._id } });
    expect(revealed.body.data.codes).toEqual([product.code]);
    await mailbox.open();
    await retryNow(shop.pool);
    await vi.waitFor(
      () => expect(mailbox.received.filter((mail) => mail.to?.[0]?.address === buyer.user.email)).toHaveLength(1),
      { timeout: 30_000 },
    );
  });

  it('may die after DATA: the second mail has the same Message-ID', async () => {
    mailbox.behaviour = 'die';
    const buyer = await shop.customer();
    await buy(buyer, shop.payments, await buildProduct(shop));
    const mails = () => mailbox.received.filter((mail) => mail.to?.[0]?.address === buyer.user.email);
    await vi.waitFor(() => expect(mails()).toHaveLength(1), { timeout: 30_000 });
    mailbox.behaviour = 'keep';
    await vi.waitFor(
      async () => {
        await retryNow(shop.pool);
        expect(mails()).toHaveLength(2);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(new Set(mails().map((mail) => mail.messageId)).size).toBe(1);
  });
});
