import type { Page } from '@shop/contract/common';
import type { DayCount } from './list-counts.queries.ts';
import { type PageRange, pageOf, type RowRange, rowsOf } from './page.ts';

/** A place in a list where a query can start reading, in both directions: an end of the list, or the begin of a day. */
type Edge = {
  /** The number of rows before it, in the order of the list. */
  before: number;
  /** Null for an end of the list. */
  day: Date | null;
};

/** The length of a list and the places where a query can start. */
export type Extent = {
  total: number;
  edges: readonly Edge[];
  /** Counts all rows. Only there if `total` is an estimate; the end of the list is then no edge. */
  count?: () => Promise<number>;
};

/** The rows of a search are counted exactly up to this number, and estimated beyond it. */
export const COUNTED_EXACTLY = 10_000;

/** For a list in any order: a query can start only at its ends. */
export const extentOf = (total: number): Extent => ({
  total,
  edges: [
    { before: 0, day: null },
    { before: total, day: null },
  ],
});

/** For a list of more than `COUNTED_EXACTLY` rows. */
export const estimatedExtent = (total: number, count: () => Promise<number>): Extent => ({
  total,
  edges: [{ before: 0, day: null }],
  count,
});

/** A page beyond the exactly counted rows needs an exact count of all rows first. */
export const extentForPage = async (extent: Extent, { page, limit }: PageRange): Promise<Extent> =>
  extent.count && page * limit > COUNTED_EXACTLY ? extentOf(await extent.count()) : extent;

/** For a list with a count for each day. When sorted by time, every page starts within one day's rows of an edge. */
export function extentOfDays(newestFirst: readonly DayCount[], sort: string): Extent {
  const edges: Edge[] = [{ before: 0, day: null }];
  let total = 0;
  for (const { day, count } of newestFirst) {
    total += count;
    edges.push({ before: total, day });
  }
  if (sort === 'newest') return { total, edges };
  if (sort === 'oldest') return { total, edges: edges.map(({ before, day }) => ({ before: total - before, day })) };
  return extentOf(total);
}

/**
 * The rows of a page: `offset` rows away from an edge, whose day is `day`. With `isBackward` the query reads against the order
 * of the list, and its rows come in reverse order.
 */
export type Slice = RowRange & { isBackward: boolean; day: Date | null };

export const firstRows = (limit: number, offset = 0): Slice => ({ limit, offset, isBackward: false, day: null });

export function nearestSlice({ total, edges }: Extent, range: PageRange): Slice {
  const { limit, offset: first } = rowsOf(range);
  const from = Math.min(first, total);
  const to = Math.min(from + limit, total);
  let nearest: Edge = { before: 0, day: null };
  let offset = from;
  for (const edge of edges) {
    const distance = edge.before <= from ? from - edge.before : edge.before - to;
    if (distance < 0 || distance >= offset) continue;
    nearest = edge;
    offset = distance;
  }
  return { limit: to - from, offset, isBackward: nearest.before > from, day: nearest.day };
}

export type ListSource = {
  extent: Extent;
  listIds(slice: Slice): Promise<string[]>;
};

/** Reads a page from the nearest edge, so that each page of a long list costs about as much as the first. */
export async function readPage<T>(
  range: PageRange,
  { extent: measured, listIds }: ListSource,
  listRows: (ids: string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const extent = await extentForPage(measured, range);
  const slice = nearestSlice(extent, range);
  const ids = slice.limit > 0 ? await listIds(slice) : [];
  if (slice.isBackward) ids.reverse();
  return pageOf(ids.length > 0 ? await listRows(ids) : [], { ...range, total: extent.total });
}
