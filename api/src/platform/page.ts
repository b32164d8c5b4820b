import type { Page } from '@shop/contract/common';

/** A list as it goes over the wire; an empty one still has a first page. */
export const pageOf = <T>(
  data: T[],
  { page, limit, total }: { page: number; limit: number; total: number },
): Page<T> => ({
  data,
  pagination: { page, limit, total, pages: Math.max(1, Math.ceil(total / limit)) },
});
