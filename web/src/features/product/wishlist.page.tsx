import { SHOP_NAME } from '@shop/contract/limits';
import type { Wish } from '@shop/contract/wishlist';
import { useCallback, useEffect, useState } from 'react';
import { REQUEST_FAILED } from '../../lib/api.ts';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { urls } from '../../lib/urls.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import BackInStock from './back-in-stock.tsx';
import { ProductCard } from './product-card.tsx';
import { ProductGridSkeleton } from './product-grid.tsx';
import { loadWishes } from './wishlist.requests.ts';

/** What is taken off the list stays on the page until it is left, so that a slip is mended by the same heart. */
export function Component() {
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

  return (
    <div className="grid gap-6">
      <title>{`Wish list · ${SHOP_NAME}`}</title>
      <h1 className="text-27 font-bold">Wish list</h1>
      {failure && (
        <Banner tone="error" title="Your wish list could not be loaded">
          <p>{failure}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={load}>
            Try again
          </Button>
        </Banner>
      )}
      {!wishes && !failure && <ProductGridSkeleton />}
      {wishes?.length === 0 && (
        <EmptyState
          title="Nothing on your wish list yet."
          hint="Press the heart of a product, and it waits for you here."
          action={<LinkButton to={urls.home}>Browse Products</LinkButton>}
        />
      )}
      {wishes && wishes.length > 0 && <h2 className="sr-only">Products</h2>}
      <ul className="grid items-start gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {wishes?.map((wish) => (
          <li key={wish._id} className="flex flex-col gap-3">
            <ProductCard product={wish} />
            <Standing wish={wish} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Standing({ wish }: { wish: Wish }) {
  if (wish.availability === 'available') return null;
  if (wish.availability === 'expired') return <Banner tone="warning">This offer has ended.</Banner>;
  return (
    <Banner tone="warning" title="Sold out">
      <BackInStock productId={wish._id} isKnownSet={wish.isAlertSet} />
    </Banner>
  );
}
