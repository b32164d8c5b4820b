import type { Product } from '@shop/contract/product';
import { fail } from '../../platform/failure.ts';
import type { Database } from '../../tables.ts';
import { countForSale } from '../stock/stock.service.ts';
import { countBought, lockBuyer } from './orders.queries.ts';
import { unpaidUnitsMax } from './orders.rules.ts';

type Wish = { buyerId: string; product: Product; quantity: number; now: Date };

/** To be called under the buyer's lock. A product without a limit costs nothing more. */
export async function checkPerCustomer(db: Database, { buyerId, product, quantity }: Wish): Promise<void> {
  const most = product.maxPerCustomer;
  if (!most) return;
  const { units } = await countBought(db, { buyerId, productId: product._id, exceptId: null });
  if (units + quantity <= most) return;
  const left = most - units;
  throw fail(
    'limitPerCustomer',
    left > 0 ? { message: `One customer can buy ${most} of this product: you can buy ${left} more.` } : {},
  );
}

/** Whether an order that comes late would take its buyer over the limit: they may have ordered again since. */
export async function isOverLimit(
  db: Database,
  order: { id: string; buyer_id: string | null; quantity: number },
  product: Product,
): Promise<boolean> {
  if (!product.maxPerCustomer || order.buyer_id === null) return false;
  await lockBuyer(db, { buyerId: order.buyer_id });
  const bought = { buyerId: order.buyer_id, productId: product._id, exceptId: order.id };
  const { units } = await countBought(db, bought);
  return units + order.quantity > product.maxPerCustomer;
}

/** Nobody keeps much of a product from the others without paying. `unpaid` are the units that the buyer has already. */
export async function checkUnpaid(
  db: Database,
  { product, quantity, now, unpaid }: Wish & { unpaid: number },
): Promise<void> {
  const wanted = unpaid + quantity;
  if (wanted <= unpaidUnitsMax(product.usageLimit)) return;
  // At a sale only the first of many units were counted.
  const most = unpaidUnitsMax(await countForSale(db, { productId: product._id, now, most: 5 * wanted }));
  if (wanted <= most) return;
  const left = most - unpaid;
  throw fail('holdTooLarge', {
    message:
      left > 0
        ? `You can have up to ${most} of this product waiting for payment: ${left} more now.`
        : `You have ${unpaid} of this product waiting for payment. Please pay for them or cancel them first.`,
  });
}
