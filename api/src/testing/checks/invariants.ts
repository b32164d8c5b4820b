import type pg from 'pg';
import { expect, vi } from 'vitest';
import { CANARY, loadedUnitCounts } from '../data/builders.ts';

/**
 * These invariants hold after every fault. Each statement selects the rows that break one, from the shop's tables and the
 * sandbox's ledger. I1: no unit is lost or created. I2: captured money is delivered or refunded. I3: nothing is delivered
 * twice. I4: our books equal the provider's. I5: codes are readable only where allowed (see below and `leaks.ts`).
 */
const violations = {
  'I1 held units are those of orders on hold': `
    select units.id from units full join orders on orders.id = units.order_id
    where (units.state = 'held' and orders.hold_until is null)
       or (units.state is distinct from 'held' and orders.hold_until is not null)`,
  'I1 an order on hold has all its units': `
    select orders.id from orders left join units on units.order_id = orders.id and units.state = 'held'
    where orders.hold_until is not null group by orders.id having count(units.id) <> orders.quantity`,
  'I1 sold units are those that were delivered and not taken back': `
    select units.id from units full join delivered_units on delivered_units.unit_id = units.id
    left join orders on orders.id = delivered_units.order_id
    where (units.state = 'sold') is distinct from (delivered_units.unit_id is not null)
        and not coalesce(units.state = 'withdrawn' and orders.payment_status = 'refunded', false)
       or (units.state = 'sold' and units.order_id <> delivered_units.order_id)`,
  'I1 a delivered order has all its units': `
    select orders.id from orders left join delivered_units on delivered_units.order_id = orders.id
    group by orders.id
    having count(delivered_units.unit_id) <> case when orders.is_delivered then orders.quantity else 0 end`,
  'I1 all units of a batch are units of its product, each with a code of its own': `
    select units.id from units join batches on batches.id = units.batch_id join goods on goods.id = units.goods_id
    where units.product_id <> batches.product_id or goods.product_id <> batches.product_id
    union all select goods_id from units where batch_id is not null group by goods_id having count(*) > 1`,
  'I1 all units of a batch are still there': `
    select batches.id from batches join audit_log on subject_id = batches.id::text and action = 'batch.added'
    left join units on units.batch_id = batches.id
    group by batches.id, details having count(units.id) <> (details ->> 'units')::int`,
  'I1 a recalled batch has no unit for sale': `
    select units.id from units join batches on batches.id = units.batch_id
    where batches.recalled_at is not null
      and (units.state = 'available' or (units.state = 'held' and units.expires_at <> '-infinity'))`,
  'I1 every code of a pool that is for sale or was sold is known by its fingerprint': `
    select units.id from units left join delivered_units on unit_id = units.id
    where batch_id is not null and (state <> 'withdrawn' or unit_id is not null)
      and not exists (select from code_fingerprints where code_fingerprints.goods_id = units.goods_id)`,
  // A lost dispute returned the deducted money to the buyer. While a dispute is open, the refund may wait for it.
  'I2 captured money is delivered or refunded, exactly one of the two': `
    select theirs.id from sandbox.payments theirs
    left join payments ours on ours.id = theirs.id left join orders on orders.id = ours.order_id
    cross join lateral (
      select coalesce(sum(amount_deducted), 0) as deducted, coalesce(bool_or(status in ('open', 'under_review')), false) as is_open
      from sandbox.disputes where payment_id = theirs.id
    ) as dispute
    cross join lateral (
      select theirs.amount_refunded + coalesce(sum(amount_paise), 0) as paise
      from refunds where payment_id = theirs.id and closed_at is not null
    ) as back
    where theirs.status = 'captured' and case
      when orders.is_delivered and orders.payment_status = 'completed' and orders.provider_payment_id = ours.id
        and ours.status = 'captured'
      then back.paise = theirs.amount
      else back.paise + dispute.deducted < theirs.amount and not dispute.is_open
    end`,
  'I2 each refund of the shop is carried out once': `
    select left(idempotency_key, 36) from sandbox.refunds
    where status in ('pending', 'processed') and idempotency_key is not null group by 1 having count(*) > 1`,
  'I2 no more is back or on its way than was paid': `
    select payments.id from payments join refunds on refunds.payment_id = payments.id
    where refunds.status <> 'failed' or (refunds.origin = 'shop' and refunds.attempt <= 5)
    group by payments.id having sum(refunds.amount_paise) > payments.amount_paise`,
  // Our tables record a lost dispute as a refund.
  'I2 each processed refund in our books is processed at the provider': `
    select ours.id from refunds ours left join sandbox.refunds theirs on theirs.id = ours.provider_refund_id
    where ours.status = 'processed' and theirs.status is distinct from 'processed'
      and not exists (select from sandbox.disputes where disputes.id = ours.provider_refund_id and status = 'lost')`,
  'I2 each recorded payment is captured at the provider': `
    select ours.id from payments ours left join sandbox.payments theirs on theirs.id = ours.id
    where theirs.status is distinct from 'captured'`,
  'I2 each processed refund at the provider is recorded once': `
    select theirs.id from sandbox.refunds theirs
    join sandbox.payments on sandbox.payments.id = theirs.payment_id and sandbox.payments.status = 'captured'
    left join refunds ours on ours.provider_refund_id = theirs.id
    where theirs.status = 'processed' and ours.amount_paise is distinct from theirs.amount`,
  'I3 an order is delivered once': 'select order_id from deliveries group by order_id having count(*) > 1',
  'I3 a unit is delivered once': 'select unit_id from delivered_units group by unit_id having count(*) > 1',
  'I3 a code of a pool is delivered once': `
    select units.goods_id from delivered_units join units on units.id = delivered_units.unit_id
    where units.batch_id is not null group by units.goods_id having count(*) > 1`,
  'I3 no expired unit is delivered': `
    select units.id from delivered_units join units on units.id = delivered_units.unit_id
    join deliveries on deliveries.order_id = delivered_units.order_id
    where units.expires_at <= deliveries.delivered_at`,
  'I4 the provider holds what our completed orders paid': `
    select * from (
      select (select coalesce(sum(amount - amount_refunded), 0) from sandbox.payments where status = 'captured')
               - (select coalesce(sum(amount_deducted), 0) from sandbox.disputes) as theirs,
             (select coalesce(sum(amount_paid_paise - refunded_paise), 0) from orders
              where payment_status = 'completed' and provider_payment_id is not null)
               - (select coalesce(sum(deducted_paise - coalesce(refunds.amount_paise, 0)), 0) from disputes
                  left join refunds on refunds.provider_refund_id = disputes.id) as ours,
             (select coalesce(sum(amount_paise), 0) from refunds where closed_at is not null) as too_small
    ) as sums where theirs <> ours + too_small`,
  'I4 each dispute at the provider is on record once, as it is now': `
    select id from sandbox.disputes theirs full join disputes ours using (id)
    where theirs.status is distinct from ours.state or theirs.amount_deducted is distinct from ours.deducted_paise`,
  'I4 an order says how much of its payment went back': `
    select orders.id from orders where provider_payment_id is not null and refunded_paise <> (
      select coalesce(sum(amount_paise), 0) from refunds
      where payment_id = provider_payment_id and refunds.status = 'processed')`,
};

export async function brokenInvariants(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(violations)) {
    const { rows } = await pool.query(sql);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return [...broken, ...(await lostUnits(pool))];
}

/** A test file may use several databases. Products of the other databases are not found here and pass. */
async function lostUnits(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; units: number }>(
    `select products.id, count(units.id)::int as units from products left join units on units.product_id = products.id
     where products.id = any($1) group by products.id`,
    [[...loadedUnitCounts.keys()]],
  );
  return rows
    .filter(({ id, units }) => units !== loadedUnitCounts.get(id))
    .map(({ id, units }) => `I1 all units loaded are still there: ${id} has ${units} of ${loadedUnitCounts.get(id)}`);
}

/** Counts orders that are both delivered and refunded. This is wrong at any moment, not only at the end of a test. */
export async function countDeliveredAndRefunded(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    'select 1 from orders join refunds on refunds.payment_id = orders.provider_payment_id where orders.is_delivered',
  );
  return rows.length;
}

/** Searches all tables of all schemas for a secret in plain text or hex. One statement, because it runs after most tests. */
export async function tablesContaining(pool: pg.Pool, secret: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ look: string }>(
    `select format('select %L as name where exists (select from %1$s t where t::text ilike $1 or t::text like $2)',
       format('%I.%I', schemaname, tablename)) as look
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by schemaname, tablename`,
  );
  const { rows } = await pool.query<{ name: string }>(tables.map(({ look }) => look).join(' union all '), [
    `%${secret}%`,
    `%${Buffer.from(secret).toString('hex')}%`,
  ]);
  return rows.map(({ name }) => name);
}

type Watched = { pool: pg.Pool };

/** Waits until jobs and webhooks are done and I1–I4 hold, then checks the tables for I5. */
export async function expectInvariants({ pool }: Watched): Promise<void> {
  await vi.waitFor(async () => expect(await brokenInvariants(pool)).toEqual([]), { timeout: 30_000, interval: 100 });
  expect(await tablesContaining(pool, CANARY)).toEqual([]);
}
