import { type RawBuilder, sql } from 'kysely';

/** The threshold of products that have none of their own. */
export const FEW_UNITS = 5;

/** The units a product has left, counted up to its threshold plus one. `few` is the threshold if it has none. */
export const unitsUpTo = (few: number, now: Date) => sql<number>`(
  select count(*) from (
    select from units where units.product_id = products.id and units.state = 'available' and units.expires_at > ${now}
    limit coalesce(products.low_stock_at, ${few}) + 1
  ) as few
)`;

/**
 * Whether a product with this many units is low on stock. A sold-out product counts only if it is watched: if it has a
 * threshold, or is a pool that can be refilled.
 */
export const areFew = (units: RawBuilder<number>) => sql<boolean>`(
  ${units} between
    case when products.low_stock_at is null and products.stock_kind = 'shared' then 1 else 0 end
    and coalesce(products.low_stock_at, ${FEW_UNITS})
)`;

export const runsLow = (now: Date) => areFew(unitsUpTo(FEW_UNITS, now));
