import type { Page } from '@shop/contract/common';

/** The number of a page, from 1, and its length in rows. */
export type PageRange = { page: number; limit: number };
/** The same in the terms of SQL. */
export type RowRange = { limit: number; offset: number };

export const rowsOf = ({ page, limit }: PageRange): RowRange => ({ limit, offset: (page - 1) * limit });

/** A page as the API answers it. An empty list still has one page. */
export const pageOf = <T>(data: T[], { page, limit, total }: PageRange & { total: number }): Page<T> => ({
  data,
  pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
});
