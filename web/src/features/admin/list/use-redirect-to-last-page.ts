import type { Pagination } from '@shop/contract/common';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Redirects to the last page if the requested one does not exist, for example after its last row was deleted. */
export function useRedirectToLastPage(
  pagination: Pagination | null | undefined,
  hrefFor: (page: number) => string,
): void {
  const navigate = useNavigate();
  const target =
    pagination && pagination.page > pagination.pages && pagination.page > 1 ? hrefFor(pagination.pages) : null;
  useEffect(() => {
    if (target) navigate(target, { replace: true, preventScrollReset: true });
  }, [navigate, target]);
}
