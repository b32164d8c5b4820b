import type { Wish } from '@shop/contract/products/wishlist';
import { useCallback, useEffect, useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { loadWishes } from './wishlist.requests.ts';

/** The wish list as it was when the page opened. */
export function useWishList() {
  const dispatch = useAppDispatch();
  const [wishes, setWishes] = useState<Wish[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    const loading = dispatch(loadWishes());
    loading.then((outcome) => {
      if (outcome.meta.requestStatus === 'rejected' && outcome.meta.aborted) return;
      const isLoaded = loadWishes.fulfilled.match(outcome);
      setWishes(isLoaded ? outcome.payload.data : null);
      setFailure(isLoaded ? null : (outcome.payload?.message ?? REQUEST_FAILED));
    });
    return () => loading.abort();
  }, [dispatch]);
  useEffect(() => load(), [load]);
  return { wishes, failure, load };
}
