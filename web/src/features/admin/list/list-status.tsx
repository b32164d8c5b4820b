import type { Pagination } from '@shop/contract/common';
import { countText } from '../../../lib/format/count-text.ts';

/**
 * Announces the result to screen readers. It is empty while loading, because they do not announce an unchanged text.
 */
export const ListStatus = ({ pagination }: { pagination: Pagination | null | undefined }) => (
  <p role="status" className="sr-only">
    {pagination && textOf(pagination)}
  </p>
);

function textOf({ total, page, pages }: Pagination): string {
  if (total === 0) return 'No results';
  const results = countText(total, 'result', 'results');
  return pages > 1 ? `${results}, page ${page} of ${pages}` : results;
}
