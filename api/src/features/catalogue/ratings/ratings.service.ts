import { inTransaction } from '../../../platform/database/database.ts';
import type { Database, Row } from '../../../tables.ts';
import { lockProduct } from '../availability.queries.ts';
import { removeRatings, updateRating, upsertRating } from './ratings.queries.ts';

/**
 * One rating per customer and product: it replaces the ratings of the customer's other orders of the product. The lock
 * comes first, so that one of two concurrent ratings by one customer remains.
 */
export const rateProduct = (db: Database, rating: Row<'ratings'>, otherOrderIds: readonly string[]): Promise<void> =>
  inTransaction(db, async (db) => {
    await lockProduct(db, rating.product_id);
    await removeRatings(db, otherOrderIds);
    await upsertRating(db, rating);
    await updateRating(db, rating.product_id);
  });
