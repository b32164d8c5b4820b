import type { Pagination } from '@shop/contract/common';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Nobody stays on a page that is not there, or not any more: the last rows of the last page may have been deleted. */
export function useExistingPage(pagination: Pagination | null | undefined, hrefFor: (page: number) => string): void {
  const navigate = useNavigate();
  const target =
    pagination && pagination.page > pagination.pages && pagination.page > 1 ? hrefFor(pagination.pages) : null;
  useEffect(() => {
    if (target) navigate(target, { replace: true, preventScrollReset: true });
  }, [navigate, target]);
}
