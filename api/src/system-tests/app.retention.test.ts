import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { daysAfter, yearsBefore } from '../platform/clock.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import { RETENTION_JOB, type RetentionRule, retentionJob } from '../platform/retention.ts';
import { buildProduct, buildUser } from '../testing/data/builders.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

/** Retention periods (spec point 22, spec §9). Each test checks a day before and a day after the end of a period. */
let shop: TestShop;
let now: Date;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  now = shop.clock.now();
});

const around = (end: Date) => ({ kept: daysAfter(end, 1), forgotten: daysAfter(end, -1) });
const applyRetention = async () => {
  await enqueue(shop.db, RETENTION_JOB, {});
  await shop.runJobs();
};

describe('accounts', () => {
  it('a closed account loses its personal data after five years', async () => {
    const { kept, forgotten } = around(yearsBefore(now, 5));
    const [recent, old, open] = [await buildUser(shop), await buildUser(shop), await buildUser(shop)];
    const close = (id: string, at: Date) =>
      shop.db.updateTable('users').set({ closed_at: at }).where('id', '=', id).execute();
    await close(recent.id, kept);
    await close(old.id, forgotten);
    await applyRetention();
    const userOf = ({ id }: { id: string }) =>
      shop.db
        .selectFrom('users')
        .select(['name', 'email', 'mobile', 'password_hash'])
        .where('id', '=', id)
        .executeTakeFirst();
    for (const { id, name, email, mobile } of [recent, open])
      expect(await userOf({ id })).toMatchObject({ name, email, mobile });
    expect(await userOf(old)).toEqual({ name: 'Closed account', email: '', mobile: null, password_hash: '' });
  });

  it('expired sessions, pending sign-ins and old reset tokens are deleted', async () => {
    const [customer, returning] = [await shop.customer(), await shop.customer()];
    const ticket = (user_id: string, expires_at: Date) =>
      shop.db
        .insertInto('sign_in_tickets')
        .values({ token_hash: Buffer.from(user_id), purpose: 'second-step', user_id, expires_at })
        .execute();
    await ticket(customer.user.id, daysAfter(now, -1));
    await ticket(returning.user.id, daysAfter(now, 1));
    const expire = (userId: string) =>
      shop.db
        .updateTable('sessions')
        .set({ expires_at: daysAfter(now, -1) })
        .where('user_id', '=', userId)
        .execute();
    await expire(customer.user.id);
    const token = (userId: string, expires_at: Date) =>
      shop.db
        .insertInto('reset_tokens')
        .values({
          user_id: userId,
          token_hash: Buffer.from(userId),
          requested_at: expires_at,
          expires_at,
          used_at: null,
        })
        .execute();
    await token(customer.user.id, daysAfter(now, -8));
    await token(returning.user.id, daysAfter(now, -6));
    await applyRetention();
    const owners = async (table: 'sessions' | 'sign_in_tickets' | 'reset_tokens') =>
      (await shop.db.selectFrom(table).select('user_id').execute()).map(({ user_id }) => user_id);
    expect(await owners('sessions')).toEqual([returning.user.id]);
    expect(await owners('sign_in_tickets')).toEqual([returning.user.id]);
    expect(await owners('reset_tokens')).toEqual([returning.user.id]);
  });
});

it('orders lose their buyer after seven years and keep their sums', async () => {
  const { kept, forgotten } = around(yearsBefore(now, 7));
  const product = await buildProduct(shop, { price: 0 });
  const placeAt = async (at: Date) => {
    const customer = await shop.customer();
    const body = { productId: product.id, amount: 0 };
    const headers = { 'idempotency-key': newId() };
    const { order } = (await customer.call('createOrder', { body, headers })).body;
    await customer.call('revealOrder', { params: { id: order._id } });
    await shop.db.updateTable('orders').set({ created_at: at }).where('id', '=', order._id).execute();
    return { id: order._id, buyer: customer.user.id };
  };
  const [recent, old] = [await placeAt(kept), await placeAt(forgotten)];
  await applyRetention();
  const orderOf = (id: string) =>
    shop.db
      .selectFrom('orders')
      .innerJoin('reveals', 'reveals.order_id', 'orders.id')
      .select(['buyer_id', 'user_id', 'quantity', 'is_delivered'])
      .select(({ or, eb }) =>
        or([eb('idempotency_key', 'is not', null), eb('idempotency_hash', 'is not', null)]).as('has_key'),
      )
      .where('orders.id', '=', id)
      .executeTakeFirst();
  const sold = { quantity: 1, is_delivered: true };
  expect(await orderOf(recent.id)).toEqual({ buyer_id: recent.buyer, user_id: recent.buyer, ...sold, has_key: true });
  expect(await orderOf(old.id)).toEqual({ buyer_id: null, user_id: null, ...sold, has_key: false });
});

it('enquiries and their audit entries are deleted three years after resolution', async () => {
  const { kept, forgotten } = around(yearsBefore(now, 3));
  const enquiry = async (subject: string, resolved_at: Date | null) => {
    const id = newId();
    const about = { source: 'contact' as const, contact_type: 'general', subject, message: 'x' };
    const from = { name: 'Asha Rao', email: 'asha@example.com', created_at: yearsBefore(now, 9) };
    const state = { is_resolved: resolved_at !== null, resolved_at };
    await shop.db
      .insertInto('contacts')
      .values({ id, ...about, ...from, ...state })
      .execute();
    if (resolved_at) await audit(subject, 'contact', resolved_at);
  };
  const audit = (subject_id: string, subject_type: string, at: Date) =>
    shop.db
      .insertInto('audit_log')
      .values({ id: newId(), at, actor_id: null, action: 'x', subject_type, subject_id, details: '{}' })
      .execute();
  await enquiry('open', null);
  await enquiry('recent', kept);
  await enquiry('old', forgotten);
  await audit('sale', 'order', forgotten);
  await audit('ancient sale', 'order', daysAfter(yearsBefore(now, 7), -1));
  await applyRetention();
  const contacts = await shop.db.selectFrom('contacts').select('subject').orderBy('subject').execute();
  expect(contacts.map(({ subject }) => subject)).toEqual(['open', 'recent']);
  const log = await shop.db.selectFrom('audit_log').select('subject_id').orderBy('subject_id').execute();
  expect(log.map(({ subject_id }) => subject_id)).toEqual(['recent', 'sale']);
});

it('no record is deleted early, also not on 29 February', async () => {
  shop.clock.set(new Date('2028-02-29T12:00:00Z'));
  const resolve = (subject: string, at: string) =>
    shop.pool.query(
      `insert into contacts (id, source, name, email, contact_type, subject, message, is_resolved, resolved_at, created_at)
       values ($1, 'contact', 'Asha Rao', 'asha@example.com', 'general', $2, 'x', true, $3, $3)`,
      [newId(), subject, at],
    );
  await resolve('over', '2025-02-28T11:00:00Z');
  await resolve('over tomorrow', '2025-03-01T11:00:00Z');
  await applyRetention();
  shop.clock.set(new Date());
  const { rows } = await shop.pool.query(`select subject from contacts where subject like 'over%'`);
  expect(rows).toEqual([{ subject: 'over tomorrow' }]);
});

it('old events of the provider and rate-limit counts are deleted', async () => {
  const { kept, forgotten } = around(daysAfter(now, -90));
  const notice = (id: string, received_at: Date, processed_at: Date | null) =>
    shop.db
      .insertInto('provider_events')
      .values({ id, type: 'payment.captured', payload: '{}', received_at, processed_at } as never)
      .execute();
  await notice('recent', kept, kept);
  await notice('unprocessed', forgotten, null);
  await notice('old', forgotten, forgotten);
  await shop.db.deleteFrom('rate_limits').execute();
  const hit = (key: string, window_start: Date) =>
    shop.db.insertInto('rate_limits').values({ key, window_start, hits: 1 }).execute();
  await hit('today', now);
  await hit('the day before yesterday', daysAfter(now, -2));
  await applyRetention();
  const events = await shop.db.selectFrom('provider_events').select('id').orderBy('id').execute();
  expect(events.map(({ id }) => id)).toEqual(['recent', 'unprocessed']);
  expect((await shop.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)).toEqual(['today']);
});

it('addresses and devices are deleted after 90 days, the records stay', async () => {
  const ends = around(daysAfter(now, -90));
  const customer = await shop.customer();
  const body = { productId: (await buildProduct(shop, { price: 0 })).id, amount: 0 };
  const { _id: order_id } = (await customer.call('createOrder', { body })).body.order;
  const from = { address: '203.0.113.7', device: 'Firefox' };
  for (const at of [ends.forgotten, ends.kept]) {
    const reveal = { id: newId(), order_id, user_id: customer.user.id, revealed_at: at };
    await shop.db
      .insertInto('reveals')
      .values({ ...reveal, ...from })
      .execute();
    const act = {
      id: newId(),
      at,
      actor_id: null,
      action: 'x',
      subject_type: 'order',
      subject_id: order_id,
      details: '{}',
    };
    await shop.db
      .insertInto('audit_log')
      .values({ ...act, ...from })
      .execute();
  }
  await applyRetention();
  const left = { address: null, device: null };
  const shown = shop.db.selectFrom('reveals').select(['address', 'device']).where('order_id', '=', order_id);
  expect(await shown.orderBy('revealed_at').execute()).toEqual([left, from]);
  const done = shop.db.selectFrom('audit_log').select(['address', 'device']).where('subject_id', '=', order_id);
  expect(await done.orderBy('at').execute()).toEqual([left, from]);
});

it('stock alerts are deleted 90 days after their mail', async () => {
  const ends = around(daysAfter(now, -90));
  const { user } = await shop.customer();
  for (const mailed_at of [ends.forgotten, ends.kept, null]) {
    const { id: product_id } = await buildProduct(shop);
    const alert = { id: newId(), product_id, user_id: user.id, asked_at: daysAfter(now, -400), mailed_at };
    await shop.db.insertInto('stock_alerts').values(alert).execute();
  }
  await applyRetention();
  const alerts = await shop.db.selectFrom('stock_alerts').select('mailed_at').orderBy('mailed_at').execute();
  expect(alerts).toEqual([{ mailed_at: ends.kept }, { mailed_at: null }]);
});

it('a failing rule does not stop the other rules', async () => {
  const applied: string[] = [];
  const failing: RetentionRule = { name: 'failing', forget: () => Promise.reject(new Error('no')) };
  const sound: RetentionRule = { name: 'sound', forget: async () => applied.push('sound') };
  await expect(retentionJob(shop, [failing, sound]).run({} as never)).rejects.toThrow('Some retention rules');
  expect(applied).toEqual(['sound']);
});

it('mails in files are deleted after seven days', async () => {
  const folder = join(shop.config.DATA_DIR, 'mail');
  await mkdir(folder);
  const { kept, forgotten } = around(daysAfter(now, -7));
  for (const [name, at] of [
    ['recent.eml', kept],
    ['old.eml', forgotten],
  ] as const) {
    await writeFile(join(folder, name), 'Subject: your code');
    await utimes(join(folder, name), at, at);
  }
  await applyRetention();
  expect(await readdir(folder)).toEqual(['recent.eml']);
});

it('the retention job works through a backlog of any size', async () => {
  await shop.pool.query(`insert into rate_limits (key, window_start, hits)
    select 'old-' || n, now() - interval '1 year', 1 from generate_series(1, 2500) n`);
  await applyRetention();
  const { rows } = await shop.pool.query("select 1 from rate_limits where key like 'old-%'");
  expect(rows).toEqual([]);
});

it('saved views go with their account, undo data of bulk changes after a day', async () => {
  const [leaver, stayer] = [await shop.admin(), await shop.admin()];
  for (const { call, user } of [leaver, stayer].map((admin) => ({ call: admin.call.bind(admin), user: admin.user }))) {
    await call('adminSaveView', { body: { list: 'orders', name: 'Mine', search: '' } });
    const { id } = await buildProduct(shop);
    await call('adminBulkProducts', { body: { ids: [id], action: 'deactivate' } });
    const made_at = daysAfter(now, user.id === leaver.user.id ? -2 : 0);
    await shop.db.updateTable('bulk_changes').set({ made_at }).where('made_by', '=', user.id).execute();
  }
  await shop.db.updateTable('users').set({ closed_at: now }).where('id', '=', leaver.user.id).execute();
  await applyRetention();
  const views = await shop.db.selectFrom('saved_views').select('user_id').execute();
  const changes = await shop.db.selectFrom('bulk_changes').select('made_by').execute();
  expect([views, changes]).toEqual([[{ user_id: stayer.user.id }], [{ made_by: stayer.user.id }]]);
});
