import type { Pagination } from '@shop/contract/common';
import { useNavigate } from 'react-router';
import { PageButtons } from './page-buttons.tsx';

type ResultsFooterProps = { pagination: Pagination | null | undefined; hrefFor: (page: number) => string };

/** 'Showing 1 to 20 of 63 results', with Previous and Next buttons (spec point 13). */
export function ResultsFooter({ pagination, hrefFor }: ResultsFooterProps) {
  const navigate = useNavigate();
  if (!pagination || pagination.total === 0) return null;
  const { page, limit, total, pages } = pagination;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="amount text-muted">
        Showing {first} to {last} of {total} results
      </p>
      <PageButtons page={page} pages={pages} onPage={(target) => navigate(hrefFor(target))} />
    </div>
  );
}
