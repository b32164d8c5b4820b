import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { type PageSlot, pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  /** Moves the focus: the pressed link can disappear while the next page loads, or at the last page. */
  onChoose?: () => void;
}

const slotStyle =
  'amount inline-flex min-h-9 min-w-9 items-center justify-center gap-1 rounded-control border px-2 font-medium';

export function Pagination({ page, pages, hrefFor, onChoose }: PaginationProps) {
  if (pages <= 1) return null;
  const slot = (slotPage: PageSlot) =>
    typeof slotPage === 'number' ? (
      <PageControl href={hrefFor(slotPage)} isCurrent={slotPage === page}>
        {slotPage}
      </PageControl>
    ) : (
      <span className="text-muted">…</span>
    );
  return (
    <nav aria-label="Pagination" onClick={onChoose}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <PageControl href={hrefFor(Math.min(page - 1, pages))} isDisabled={page <= 1}>
            <ChevronRight aria-hidden="true" size={16} className="rotate-180" />
            <span className="max-sm:sr-only">Previous</span>
          </PageControl>
        </li>
        {pageNumbers(page, pages).map((slotPage) => (
          <li key={slotPage}>{slot(slotPage)}</li>
        ))}
        <li>
          <PageControl href={hrefFor(page + 1)} isDisabled={page >= pages}>
            <span className="max-sm:sr-only">Next</span>
            <ChevronRight aria-hidden="true" size={16} />
          </PageControl>
        </li>
      </ul>
    </nav>
  );
}

interface PageControlProps {
  href: string;
  isCurrent?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

function PageControl({ href, isCurrent = false, isDisabled = false, children }: PageControlProps) {
  const shared = {
    'aria-current': isCurrent ? ('page' as const) : undefined,
    className: classNames(
      slotStyle,
      isCurrent ? 'border-brand bg-brand text-on-brand' : 'border-transparent',
      isDisabled && 'text-muted',
      !isCurrent && !isDisabled && 'hover:bg-sunken',
    ),
  };
  if (isDisabled) {
    return (
      <span {...shared} aria-hidden="true">
        {children}
      </span>
    );
  }
  return (
    <Link {...shared} to={href}>
      {children}
    </Link>
  );
}
