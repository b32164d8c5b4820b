import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { first, plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database, Tables } from '../../tables.ts';
import { productColumns } from './product-columns.ts';

const columns = ['id', ...productColumns, 'is_sold', 'rating_sum', 'rating_count', 'created_at', 'updated_at'] as const;

// The state is a literal: a generic plan with a parameter could not use the partial index of available units.
const availableUnits = (eb: ExpressionBuilder<Tables, 'products'>) =>
  eb
    .selectFrom('units')
    .whereRef('units.product_id', '=', 'products.id')
    .where('units.state', '=', sql.lit('available'));

const unitsLeft = (eb: ExpressionBuilder<Tables, 'products'>, now: Date) =>
  availableUnits(eb).where('units.expires_at', '>', now);

type Counted = { now: Date; most?: number };

/**
 * Reads the units that expire last first, so that expired ones come at the end, and filters them afterwards. With the date
 * in the index condition, the generic plan would look too expensive and the statement would be planned each time.
 */
const countUnitsLeft = (eb: ExpressionBuilder<Tables, 'products'>, { now, most }: Counted) =>
  most === undefined
    ? unitsLeft(eb, now).select(({ fn }) => fn.countAll<number>().as('count'))
    : eb
        .selectFrom(
          availableUnits(eb)
            .select('units.expires_at')
            .orderBy('units.expires_at', 'desc')
            .limit(sql.lit(most))
            .as('longest'),
        )
        .where('longest.expires_at', '>', now)
        .select(({ fn }) => fn.countAll<number>().as('count'));

/** Full rows of products that are not deleted, with images in order and the number of units left, counted up to `most`. */
export const productRows = (db: Database, counted: Counted) =>
  db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .select(columns)
    .select((eb) => [
      countUnitsLeft(eb, counted).$asScalar().$notNull().as('available_units'),
      jsonArrayFrom(
        eb
          .selectFrom('images')
          .whereRef('images.product_id', '=', 'products.id')
          .select(['images.id', 'images.width', 'images.height', 'images.widths'])
          .orderBy('images.position'),
      ).as('images'),
    ]);

// Counting every unit of twenty products would be slow, and no list needs a larger number.
const LIST_COUNT_MAX = 10_000;

/** Counts the units themselves, because `is_sold` may be late by a moment. */
export const productRowsOfList = (db: Database, now: Date) => productRows(db, { now, most: LIST_COUNT_MAX });

/** The products in the order of `ids`. */
export const listProducts = plannedOnce((db, { ids, now }: { ids: string[]; now: Date }) =>
  productRowsOfList(db, now)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .compile(),
);

type AsOf = { id: string; now: Date };

// The most units that the form can set; only imports add more.
const PRODUCT_COUNT_MAX = 100_000;

/** Finds active and inactive products. */
export const findProduct = first(
  plannedOnce((db, { id, now }: AsOf) =>
    productRows(db, { now, most: PRODUCT_COUNT_MAX }).where('id', '=', id).compile(),
  ),
);

// Counting a hundred thousand units would cost more than selling one of them.
const SALE_COUNT_MAX = 200;

/** For a purchase: counts only the first units. */
export const findProductToSell = first(
  plannedOnce((db, { id, now }: AsOf) => productRows(db, { now, most: SALE_COUNT_MAX }).where('id', '=', id).compile()),
);
