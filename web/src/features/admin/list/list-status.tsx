import type { Pagination } from '@shop/contract/common';
import { countText } from './count-text.ts';

/** What a search or another page has brought, for those who do not see it. Empty until there is an answer, or the same again would not be told. */
export const ListStatus = ({ answered }: { answered: Pagination | null | undefined }) => (
  <p role="status" className="sr-only">
    {answered && textOf(answered)}
  </p>
);

function textOf({ total, page, pages }: Pagination): string {
  if (total === 0) return 'No results';
  const results = countText(total, 'result', 'results');
  return pages > 1 ? `${results}, page ${page} of ${pages}` : results;
}
