import { sql } from 'kysely';
import type { DayCount } from '../../../platform/lists/list-counts.queries.ts';
import type { Database } from '../../../tables.ts';
import { endedProducts } from './catalogue-counts.queries.ts';
import type { Selection } from './on-sale.queries.ts';

/** How many products on sale were created on each UTC day, newest first. */
export async function listDaysOnSale(db: Database, { category, now }: Selection): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day, sum(count)::bigint as count from (
      select part, day, count from list_counts where list = 'listed'
      union all
      select part, day, change from list_changes where list = 'listed'
      union all
      select category, date_trunc('day', created_at, 'UTC'), -1 ${endedProducts(now)}
    ) as counts
    where ${category === undefined ? sql`true` : sql`part = ${category}`}
    group by day having sum(count) > 0 order by day desc`.execute(db);
  return rows;
}
