import type { Pagination } from '@shop/contract/common';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';

type ResultsFooterProps = { pagination: Pagination | null | undefined; hrefFor: (page: number) => string };

/** 'Showing 1 to 20 of 63 results', with real Previous and Next (decision 13). */
export function ResultsFooter({ pagination, hrefFor }: ResultsFooterProps) {
  const navigate = useNavigate();
  if (!pagination || pagination.total === 0) return null;
  const { page, limit, total, pages } = pagination;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const goTo = (target: number) => navigate(hrefFor(target));
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="amount text-muted">
        Showing {first} to {last} of {total} results
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => goTo(page - 1)}>
          Previous
        </Button>
        <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => goTo(page + 1)}>
          Next
        </Button>
      </div>
    </div>
  );
}
