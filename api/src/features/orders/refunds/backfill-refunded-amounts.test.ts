import { expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { migrate } from '../../../platform/migrations/migrate.ts';
import { buildProduct } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

const shop = shareTestShop();

type Past = { paid?: number; status?: string; refunded?: number; refund?: { status: string; paise: number } };

/** An order as the previous version stored it; `refund` belongs to its payment. */
async function pastOrder({ paid = 49_900, status = 'refunded', refunded = 0, refund }: Past): Promise<string> {
  const id = newId();
  const product = await buildProduct(shop, { units: 1 });
  const paymentId = refund ? `pay_${id}` : null;
  await shop.pool.query(
    `insert into orders (id, product_id, quantity, amount_paise, amount_paid_paise, refunded_paise, is_one_time_use,
                         payment_status, provider_payment_id, receipt, product_details, created_at, updated_at)
     values ($1::uuid, $2, 1, 49900, $3, $4, false, $5, $6, $1::text, '{}', now(), now())`,
    [id, product.id, paid, refunded, status, paymentId],
  );
  if (!refund) return id;
  await shop.pool.query(
    `insert into payments (id, order_id, provider_order_id, amount_paise, status, method, captured_at)
     values ($1, $2, $1, $3, 'captured', 'card', now())`,
    [paymentId, id, paid],
  );
  await shop.pool.query(
    `insert into refunds (id, payment_id, order_id, amount_paise, reason, status, created_at, updated_at)
     values ($1, $2, $3, $4, 'Before', $5, now(), now())`,
    [newId(), paymentId, id, refund.paise, refund.status],
  );
  return id;
}

it('an upgrade fills in the refunded amount of older orders', async () => {
  const ids = [
    await pastOrder({ refund: { status: 'processed', paise: 49_900 } }),
    await pastOrder({ refund: { status: 'requested', paise: 49_900 } }),
    await pastOrder({ refund: { status: 'processed', paise: 49_900 }, refunded: 20_000 }),
    await pastOrder({}),
    await pastOrder({ paid: 0 }),
    await pastOrder({ status: 'completed' }),
  ];
  await shop.pool.query("delete from migrations where name = '0098_past_refunds.sql'");
  await migrate(shop.config.DATABASE_URL ?? '');
  await shop.runJobs();

  const { rows } = await shop.pool.query('select refunded_paise from orders where id = any($1) order by id', [ids]);
  expect(rows.map(({ refunded_paise }) => Number(refunded_paise))).toEqual([49_900, 0, 20_000, 49_900, 0, 0]);
});
