import { inTransaction } from '../../platform/database.ts';
import type { Database, Row } from '../../tables.ts';
import { updateRating, upsertRating } from './ratings.queries.ts';

/** One rating an order; the product's average follows with it. */
export const rateProduct = (db: Database, rating: Row<'ratings'>): Promise<void> =>
  inTransaction(db, async (db) => {
    await upsertRating(db, rating);
    await updateRating(db, rating.product_id);
  });
