import { WISHES_MAX } from '@shop/contract/limits/limits';
import type { Wish } from '@shop/contract/products/wishlist';
import { fail } from '../../../platform/failure.ts';
import { type CatalogueDeps, showProduct } from '../catalogue.service.ts';
import { productOnWire } from '../product-on-wire.ts';
import { listWishedProducts } from './wished-products.queries.ts';
import { insertWish, listWishedIds, removeWish } from './wishlist.queries.ts';

/** Sold-out and expired products are allowed too, because they may come back. */
export async function addWish(deps: CatalogueDeps, userId: string, productId: string): Promise<void> {
  await showProduct(deps, productId);
  const wished = await listWishedIds(deps.db, userId);
  if (wished.length >= WISHES_MAX && !wished.includes(productId)) throw fail('tooManyWishes');
  await insertWish(deps.db, { userId, productId, at: deps.clock.now() });
}

export async function listWishes({ db, clock }: CatalogueDeps, userId: string): Promise<Wish[]> {
  const now = clock.now();
  const rows = await listWishedProducts(db, userId, now);
  return rows.map((row) => ({ ...productOnWire(row, now), isAlertSet: Boolean(row.is_alert_set) }));
}

export const listIdsOfWishes = ({ db }: CatalogueDeps, userId: string): Promise<string[]> => listWishedIds(db, userId);

export const endWish = ({ db }: CatalogueDeps, userId: string, productId: string): Promise<void> =>
  removeWish(db, { userId, productId });
