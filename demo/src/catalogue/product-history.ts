import { productOnWire } from '@shop/api/features/catalogue/product-on-wire';
import type { Product } from '@shop/contract/products/product';
import type { DemoRows } from '../demo.queries.ts';
import type { OrderFacts } from '../order-facts.ts';
import type { StockedProduct } from './stocked-product.ts';

type Rating = NonNullable<OrderFacts['rating']>;

const totals = (ratings: Rating[]) => ({
  rating_sum: ratings.reduce((sum, { stars }) => sum + stars, 0),
  rating_count: ratings.length,
});

const ratingsOf = (orders: OrderFacts[]): Rating[] => orders.flatMap(({ rating }) => rating ?? []);

const unitsSold = (orders: OrderFacts[]): number =>
  orders.reduce((sum, { delivery }) => sum + (delivery?.unitIds.length ?? 0), 0);

/** The product's row with the ratings of its buyers. `orders` are the orders of this product. */
export const ratedProductRow = (product: StockedProduct, orders: OrderFacts[]): DemoRows['products'][number] => ({
  ...product.row,
  ...totals(ratingsOf(orders)),
});

/** The product as a buyer saw it at `at`: later sales still count as units left, and later ratings are missing. */
export function productAtSale(product: StockedProduct, orders: OrderFacts[], at: Date): Product {
  const soldSince = unitsSold(orders.filter(({ createdAt }) => createdAt >= at));
  const ratingsThen = ratingsOf(orders).filter((rating) => rating.at <= at);
  return productOnWire(
    {
      ...product.row,
      ...totals(ratingsThen),
      available_units: product.unitsLeft + soldSince,
      images: product.images.map((image) => ({ ...image, widths: [...image.widths] })),
    },
    at,
  );
}
