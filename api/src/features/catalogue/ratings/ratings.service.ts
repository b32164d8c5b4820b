import { inTransaction } from '../../../platform/database/database.ts';
import type { Database, Row } from '../../../tables.ts';
import { lockProduct } from '../availability.queries.ts';
import { removeRatings, updateRating, upsertRating } from './ratings.queries.ts';

/**
 * One rating a customer and product: it replaces those of their other orders of it. The product's average follows. The
 * lock comes first, so that of two by one customer at once one stays.
 */
export const rateProduct = (db: Database, rating: Row<'ratings'>, otherOrderIds: readonly string[]): Promise<void> =>
  inTransaction(db, async (db) => {
    await lockProduct(db, rating.product_id);
    await removeRatings(db, otherOrderIds);
    await upsertRating(db, rating);
    await updateRating(db, rating.product_id);
  });
