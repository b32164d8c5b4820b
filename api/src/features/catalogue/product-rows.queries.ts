import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { first, plannedOnce } from '../../platform/database/planned-once.ts';
import type { Database, Tables } from '../../tables.ts';
import { productColumns } from './product-columns.ts';

const columns = ['id', ...productColumns, 'is_sold', 'rating_sum', 'rating_count', 'created_at', 'updated_at'] as const;

// The state is written out: an index of available units alone serves no plan for any state.
const availableUnits = (eb: ExpressionBuilder<Tables, 'products'>) =>
  eb
    .selectFrom('units')
    .whereRef('units.product_id', '=', 'products.id')
    .where('units.state', '=', sql.lit('available'));

const unitsLeft = (eb: ExpressionBuilder<Tables, 'products'>, now: Date) =>
  availableUnits(eb).where('units.expires_at', '>', now);

type Counted = { now: Date; most?: number };

/**
 * The last to expire are looked at first, so that those that have are met last. Asked of the index, the date would make
 * a plan for any date look dearer than it is, and the statement would be planned each time.
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

/** Full rows of products that are not deleted, with images in order and the number of units left, or the `most`. */
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

// No list shows so many; counting all units of twenty products would keep everybody waiting.
const COUNTED_IN_A_LIST = 10_000;

/** Asks the units themselves: of a product sold a moment ago none is left. */
export const productRowsOfList = (db: Database, now: Date) => productRows(db, { now, most: COUNTED_IN_A_LIST });

/** The products in the order of their ids. */
export const listProducts = plannedOnce((db, { ids, now }: { ids: string[]; now: Date }) =>
  productRowsOfList(db, now)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], id)`)
    .compile(),
);

type AsOf = { id: string; now: Date };

// As many as a form can ask for; only imports make more.
const COUNTED_OF_ONE = 100_000;

/** Active or not. */
export const findProduct = first(
  plannedOnce((db, { id, now }: AsOf) => productRows(db, { now, most: COUNTED_OF_ONE }).where('id', '=', id).compile()),
);

// Counting the units of a product that has a hundred thousand would cost more than selling one of them.
const COUNTED_AT_A_SALE = 200;

/** As it is sold: of many units only the first are counted. */
export const findProductToSell = first(
  plannedOnce((db, { id, now }: AsOf) =>
    productRows(db, { now, most: COUNTED_AT_A_SALE }).where('id', '=', id).compile(),
  ),
);
