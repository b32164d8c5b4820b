import type { ProductQuery } from '@shop/contract/catalogue';
import type { Page } from '@shop/contract/common';
import type { Product } from '@shop/contract/product';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/failure.ts';
import { pageOf } from '../../platform/page.ts';
import type { Database } from '../../tables.ts';
import { findVisibleProduct, listProductsOnSale } from './catalogue.queries.ts';
import { productOnWire } from './product-on-wire.ts';

export type CatalogueDeps = { db: Database; clock: Clock };

export async function browseProducts({ db, clock }: CatalogueDeps, query: ProductQuery): Promise<Page<Product>> {
  const now = clock.now();
  const { page, limit, sort = 'newest', ...filters } = query;
  const { rows, total } = await listProductsOnSale(db, { filters, sort, limit, offset: (page - 1) * limit, now });
  return pageOf(
    rows.map((row) => productOnWire(row, now)),
    { page, limit, total },
  );
}

/** A sold-out or expired product is still shown; an inactive or deleted one does not exist. */
export async function showProduct({ db, clock }: CatalogueDeps, id: string): Promise<Product> {
  const row = await findVisibleProduct(db, id);
  if (!row) throw fail('productNotFound');
  return productOnWire(row, clock.now());
}
