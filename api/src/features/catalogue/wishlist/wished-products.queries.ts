import { sql } from 'kysely';
import type { Database } from '../../../tables.ts';
import { productRowsOfList } from '../product-rows.queries.ts';

/** Includes sold-out and expired products, and whether the user has an alert for each. */
export const listWishedProducts = (db: Database, userId: string, now: Date) =>
  productRowsOfList(db, now)
    .innerJoin('wishes', 'wishes.product_id', 'products.id')
    .where('wishes.user_id', '=', userId)
    .where('is_active', '=', true)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('stock_alerts')
          .select(sql.lit(1).as('one'))
          .whereRef('stock_alerts.product_id', '=', 'products.id')
          .where('stock_alerts.user_id', '=', userId)
          .where('stock_alerts.mailed_at', 'is', null),
      ).as('is_alert_set'),
    )
    .orderBy('wished_at', 'desc')
    .execute();
