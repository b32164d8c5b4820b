import { describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { type FaultyShop, openFaultyShop, shareFaultyShop } from '../../../testing/checks/faulty-shop.ts';
import { addScheduledRun } from '../../../testing/checks/job-times.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { placeOrder } from '../../../testing/data/purchases.ts';
import { createUnreliableMailbox, type UnreliableMailbox } from '../../../testing/mails/unreliable-mailbox.ts';
import { seenMail } from '../../../testing/servers/killable-shop.ts';
import { withoutSchedules } from '../../../testing/test-shop.ts';

const MAILS = 200;
const MAILS_AT_ONCE = 4;
const UNPAID = 500;

type MailingShop = FaultyShop & { mailbox: UnreliableMailbox };

async function openMailingShop(options: { jobs?: (jobs: Job[]) => Job[] } = {}): Promise<MailingShop> {
  const mailbox = await createUnreliableMailbox();
  const opened = await openFaultyShop({ SMTP_URL: mailbox.url }, options);
  return {
    ...opened,
    mailbox,
    seenMails: async () => mailbox.received.map(seenMail),
    async close() {
      await opened.close();
      await mailbox.close();
    },
  };
}

let shop: MailingShop;
shareFaultyShop(
  () => openMailingShop(),
  (opened) => {
    shop = opened;
  },
);

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

const jobs = async ({ pool }: FaultyShop, name: string) =>
  (
    await pool.query<{ attempts: number; locked_at: Date | null }>(
      'select * from graphile_worker.jobs where task_identifier = $1 order by id',
      [name],
    )
  ).rows;
const mailJobs = (shop: FaultyShop) => jobs(shop, 'contact-acknowledgement-mail');
const isDelivered = async ({ pool }: FaultyShop, orderId: string) =>
  (await pool.query('select is_delivered from orders where id = $1', [orderId])).rows[0].is_delivered;

const write = (shop: FaultyShop, email: string) =>
  shop.visitor().call('submitContact', { body: { name: 'Asha Rao', email, contactType: 'general', message: 'Hello' } });

/** Makes all concurrent mails hang after their last byte, so that the others wait. */
async function queueMails(shop: MailingShop): Promise<void> {
  const { mailbox } = shop;
  mailbox.behaviour = 'stall';
  const before = mailbox.received.length;
  const replies = await Promise.all(Array.from({ length: MAILS }, (_, n) => write(shop, `writer-${n}@example.com`)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
  await eventually(() => expect(mailbox.received.length).toBeGreaterThanOrEqual(before + MAILS_AT_ONCE));
}

/** A payment of which only the provider's event tells, because the browser is closed. */
async function captureLate(shop: FaultyShop): Promise<string> {
  const order = await placeOrder(await shop.customer(), await buildProduct(shop));
  await shop.payments.capture(order.razorpayOrderId);
  return order._id;
}

/** Starts a reconciler round about 500 unpaid orders, and the provider does not answer. */
async function hangProvider(shop: FaultyShop): Promise<void> {
  const first = await placeOrder(await shop.customer(), await buildProduct(shop));
  await shop.pool.query(
    `insert into orders (id, product_id, quantity, amount_paise, payment_status, is_one_time_use, receipt,
       provider_order_id, abandoned_at, product_details, next_check_at, created_at, updated_at)
     select gen_random_uuid(), product_id, 1, 49900, 'pending', false, $2 || n, 'order_unpaid' || $2 || n, now(),
       product_details, now() - interval '1 second', now(), now()
     from orders, generate_series(1, ${UNPAID}) n where orders.id = $1`,
    [first._id, `${first._id} `],
  );
  await shop.payments.plan('fetch-payments', 'hang', { times: 10_000 });
  await addScheduledRun(shop.pool, 'reconcile-orders');
  const hanging = 'select 1 from sandbox.faults where remaining < 10_000';
  await eventually(async () => expect((await shop.pool.query(hanging)).rowCount).toBe(1));
}

/** Closes every connection and accepts mails from then on. */
async function recover({ mailbox }: MailingShop): Promise<void> {
  await mailbox.close();
  mailbox.behaviour = 'keep';
  await mailbox.open();
}

describe('a provider that hangs with 500 unpaid orders (fault 33)', () => {
  it('delays neither mails nor deliveries, and causes no second round', async () => {
    await hangProvider(shop);
    const rounds = () => jobs(shop, 'reconcile-orders');
    await addScheduledRun(shop.pool, 'reconcile-orders');

    expect((await write(shop, 'meanwhile@example.com')).status).toBe(201);
    const mails = () => shop.mailbox.received.filter((mail) => mail.to?.[0]?.address === 'meanwhile@example.com');
    await eventually(() => expect(mails()).toHaveLength(1));
    const orderId = await captureLate(shop);
    await eventually(async () => expect(await isDelivered(shop, orderId)).toBe(true));
    // The event came after the second round was due, and was handled before it.
    expect((await rounds()).map(({ locked_at }) => locked_at !== null)).toEqual([true, false]);
  });
});

describe('a mail server that hangs with 200 mails (fault 33)', () => {
  it('does not delay the delivery of a captured payment', async () => {
    await queueMails(shop);
    const orderId = await captureLate(shop);
    await eventually(async () => expect(await isDelivered(shop, orderId)).toBe(true));
    expect(await mailJobs(shop)).toHaveLength(MAILS);
    await recover(shop);
  });

  it('does not delay a delivery while the provider hangs too', async () => {
    await queueMails(shop);
    await hangProvider(shop);
    const orderId = await captureLate(shop);
    await eventually(async () => expect(await isDelivered(shop, orderId)).toBe(true));
    expect((await mailJobs(shop)).length).toBeGreaterThanOrEqual(MAILS);
    await recover(shop);
  });

  it('control: delays the delivery if all jobs share one lane', async () => {
    const oneLane = await openMailingShop({
      jobs: (jobs) => withoutSchedules(jobs).map((job) => ({ ...job, lane: 'money' })),
    });
    await queueMails(oneLane);
    const orderId = await captureLate(oneLane);
    await eventually(async () => expect(await jobs(oneLane, 'provider-event')).toHaveLength(2));
    const hanging = oneLane.mailbox.received.length;
    await oneLane.mailbox.close();
    await oneLane.mailbox.open();
    await eventually(() => expect(oneLane.mailbox.received.length).toBeGreaterThan(hanging));
    expect(await isDelivered(oneLane, orderId)).toBe(false);
    expect((await jobs(oneLane, 'provider-event')).map(({ attempts }) => attempts)).toEqual([0, 0]);
    await recover(oneLane);
    await oneLane.close();
  });
});
