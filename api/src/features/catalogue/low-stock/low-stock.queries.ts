import { type RawBuilder, sql } from 'kysely';

/** What is few where a product has no threshold of its own. */
export const FEW_UNITS = 5;

/** How many units a product has left, counted no further than one beyond its threshold, or beyond `few`. */
export const unitsUpTo = (few: number, now: Date) => sql<number>`(
  select count(*) from (
    select from units where units.product_id = products.id and units.state = 'available' and units.expires_at > ${now}
    limit coalesce(products.low_stock_at, ${few}) + 1
  ) as few
)`;

/**
 * Whether so many units are few for a product. One that has none is sold out, which is news only where somebody watches
 * it: where it has a threshold, or is a pool that can be filled.
 */
export const areFew = (units: RawBuilder<number>) => sql<boolean>`(
  ${units} between
    case when products.low_stock_at is null and products.stock_kind = 'shared' then 1 else 0 end
    and coalesce(products.low_stock_at, ${FEW_UNITS})
)`;

export const runsLow = (now: Date) => areFew(unitsUpTo(FEW_UNITS, now));
