import type { Page } from '@shop/contract/common';

/** Which page of a list is asked for, and how many rows it has. */
export type PageRange = { page: number; limit: number };
/** The same as a statement takes it. */
export type RowRange = { limit: number; offset: number };

export const rowsOf = ({ page, limit }: PageRange): RowRange => ({ limit, offset: (page - 1) * limit });

/** A list as it goes over the wire; an empty one still has a first page. */
export const pageOf = <T>(data: T[], { page, limit, total }: PageRange & { total: number }): Page<T> => ({
  data,
  pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
});
