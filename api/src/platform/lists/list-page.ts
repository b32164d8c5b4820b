import type { Page } from '@shop/contract/common';
import type { DayCount } from './list-counts.queries.ts';
import { type PageRange, pageOf, type RowRange, rowsOf } from './page.ts';

/** A place in a list from which rows can be read either way: an end of it, or where a day begins. */
type Edge = {
  /** How many rows lie before it, in the order of the list. */
  before: number;
  /** Null for an end of the list. */
  day: Date | null;
};

/** How long a list is, and where it can be read from. */
export type Extent = {
  total: number;
  edges: readonly Edge[];
  /** Where the total is an estimate, and its end therefore no edge: counts the rows. */
  count?: () => Promise<number>;
};

/** So many rows of a search are counted for every page of it; how many more there are is estimated. */
export const COUNTED_EXACTLY = 10_000;

/** Of a list in any order: it can be read from its ends only. */
export const extentOf = (total: number): Extent => ({
  total,
  edges: [
    { before: 0, day: null },
    { before: total, day: null },
  ],
});

/** Of a list of more rows than are counted for every page. */
export const estimatedExtent = (total: number, count: () => Promise<number>): Extent => ({
  total,
  edges: [{ before: 0, day: null }],
  count,
});

/** Whoever looks at what lies behind the counted rows waits until all of them are. */
export const extentAround = async (extent: Extent, { page, limit }: PageRange): Promise<Extent> =>
  extent.count && page * limit > COUNTED_EXACTLY ? extentOf(await extent.count()) : extent;

/** Of a list whose days are counted: in the order of time, every page is within a day of an edge. */
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
 * Which rows make a page: `offset` rows past the edge, where `day` is the edge's. `isFromEnd` reads against the order
 * of the list, and answers in reverse.
 */
export type Slice = RowRange & { isFromEnd: boolean; day: Date | null };

export const firstRows = (limit: number, offset = 0): Slice => ({ limit, offset, isFromEnd: false, day: null });

export function nearestSlice({ total, edges }: Extent, range: PageRange): Slice {
  const { limit, offset: first } = rowsOf(range);
  const from = Math.min(first, total);
  const to = Math.min(from + limit, total);
  let nearest: Edge = { before: 0, day: null };
  let offset = from;
  // There is one for every day: each of them is nearer than the last, until the page is reached.
  for (const edge of edges) {
    const distance = edge.before <= from ? from - edge.before : edge.before - to;
    if (distance < 0 || distance >= offset) continue;
    nearest = edge;
    offset = distance;
  }
  return { limit: to - from, offset, isFromEnd: nearest.before > from, day: nearest.day };
}

export type ListSource = {
  extent: Extent;
  listIds(slice: Slice): Promise<string[]>;
};

/** A page of a list of any length, read from the nearest edge, so that each page costs about as much as the first. */
export async function readPage<T>(
  range: PageRange,
  { extent: measured, listIds }: ListSource,
  listRows: (ids: string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const extent = await extentAround(measured, range);
  const slice = nearestSlice(extent, range);
  const ids = slice.limit > 0 ? await listIds(slice) : [];
  if (slice.isFromEnd) ids.reverse();
  return pageOf(ids.length > 0 ? await listRows(ids) : [], { ...range, total: extent.total });
}
