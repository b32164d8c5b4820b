import type { Pagination as Pages } from '@shop/contract/common';
import { useEffect, useRef } from 'react';
import { Pagination } from '../../../ui/navigation/pagination.tsx';

type ListPagesProps = { pagination: Pages | null | undefined; hrefFor: (page: number) => string };

/** Page links below a list, once the number of pages is known. */
export function ListPages({ pagination, hrefFor }: ListPagesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const lastPage = useRef<number>(undefined);
  const page = pagination?.page;
  // Previous and Next disappear at the ends of the list, so the focus moves to the current page.
  useEffect(() => {
    const hasPageChanged = lastPage.current !== undefined && lastPage.current !== page;
    lastPage.current = page;
    if (hasPageChanged && document.activeElement === document.body)
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
