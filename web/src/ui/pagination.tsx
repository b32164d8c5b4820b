import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { type PageSlot, pageNumbers } from './page-numbers.ts';

/** Pages are addresses wherever they can be; `onPage` is for lists whose page is not in the URL. */
type PageTarget =
  | { hrefFor: (page: number) => string; onPage?: never }
  | { onPage: (page: number) => void; hrefFor?: never };

type PaginationProps = PageTarget & {
  page: number;
  pages: number;
  label?: string;
};

const slotStyle =
  'amount inline-flex min-h-9 min-w-9 items-center justify-center gap-1 rounded-control border px-2 font-medium';

export function Pagination({ page, pages, label = 'Pagination', ...target }: PaginationProps) {
  if (pages <= 1) return null;
  const slot = (slotPage: PageSlot) =>
    typeof slotPage === 'number' ? (
      <PageControl target={target} page={slotPage} isCurrent={slotPage === page}>
        {slotPage}
      </PageControl>
    ) : (
      <span className="text-muted">…</span>
    );
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <PageControl target={target} page={page - 1} isDisabled={page <= 1}>
            <ChevronLeft aria-hidden="true" size={16} />
            <span className="max-sm:sr-only">Previous</span>
          </PageControl>
        </li>
        {pageNumbers(page, pages).map((slotPage) => (
          <li key={slotPage}>{slot(slotPage)}</li>
        ))}
        <li>
          <PageControl target={target} page={page + 1} isDisabled={page >= pages}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight aria-hidden="true" size={16} />
          </PageControl>
        </li>
      </ul>
    </nav>
  );
}

interface PageControlProps {
  target: PageTarget;
  page: number;
  isCurrent?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

function PageControl({ target, page, isCurrent = false, isDisabled = false, children }: PageControlProps) {
  const shared = {
    'aria-current': isCurrent ? ('page' as const) : undefined,
    className: classNames(
      slotStyle,
      isCurrent ? 'border-brand bg-brand text-on-brand' : 'border-transparent',
      isDisabled && 'text-muted',
      !isCurrent && !isDisabled && 'hover:bg-sunken',
    ),
  };
  if (target.onPage) {
    const { onPage } = target;
    return (
      <button type="button" {...shared} disabled={isDisabled} onClick={() => onPage(page)}>
        {children}
      </button>
    );
  }
  if (isDisabled) {
    return (
      <span {...shared} aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <Link {...shared} to={target.hrefFor(page)}>
      {children}
    </Link>
  );
}
