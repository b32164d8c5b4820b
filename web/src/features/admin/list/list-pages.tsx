import type { Pagination as Pages } from '@shop/contract/common';
import { useEffect, useRef } from 'react';
import { Pagination } from '../../../ui/navigation/pagination.tsx';

type ListPagesProps = { pagination: Pages | null | undefined; hrefFor: (page: number) => string };

/** The numbered pages of a list, once it is known how many there are. */
export function ListPages({ pagination, hrefFor }: ListPagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<number>(undefined);
  const page = pagination?.page;
  // Next and Previous go at the ends of the list: the keyboard goes on at the page that they led to.
  useEffect(() => {
    const isTurned = shown.current !== undefined && shown.current !== page;
    shown.current = page;
    if (isTurned && document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [page]);
  return (
    pagination && (
      <div ref={frame} className="mt-4">
        <Pagination page={pagination.page} pages={pagination.pages} hrefFor={hrefFor} />
      </div>
    )
  );
}
