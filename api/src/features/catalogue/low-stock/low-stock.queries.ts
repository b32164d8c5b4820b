import { type RawBuilder, sql } from 'kysely';

/** The threshold of products that have none of their own. */
export const DEFAULT_LOW_STOCK = 5;

/** The units a product has left, counted up to its threshold plus one. `threshold` applies if it has none. */
export const countUnitsUpTo = (threshold: number, now: Date) => sql<number>`(
  select count(*) from (
    select from units where units.product_id = products.id and units.state = 'available' and units.expires_at > ${now}
    limit coalesce(products.low_stock_at, ${threshold}) + 1
  ) as counted
)`;

/**
 * Whether a product with this many units is low on stock. A sold-out product counts only if it is watched: if it has a
 * threshold, or is a pool that can be refilled.
 */
export const isLowStock = (units: RawBuilder<number>) => sql<boolean>`(
  ${units} between
    case when products.low_stock_at is null and products.stock_kind = 'shared' then 1 else 0 end
    and coalesce(products.low_stock_at, ${DEFAULT_LOW_STOCK})
)`;

export const runsLow = (now: Date) => isLowStock(countUnitsUpTo(DEFAULT_LOW_STOCK, now));
