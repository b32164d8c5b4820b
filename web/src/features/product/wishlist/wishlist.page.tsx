import { SHOP_NAME } from '@shop/contract/limits/limits';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { ProductCard } from '../product-card.tsx';
import { ProductGridSkeleton } from '../product-grid.tsx';
import { useWishList } from './use-wish-list.ts';
import { WishAvailability } from './wish-availability.tsx';

/** A removed product stays on the page until the user leaves it, so that the same heart can undo a mistake. */
export function Component() {
  const { wishes, failure, load } = useWishList();
  function tryAgain() {
    focusHeading();
    load();
  }
  return (
    <div className="grid gap-6">
      <title>{`Wish list – ${SHOP_NAME}`}</title>
      <h1 className="text-27 font-bold">Wish list</h1>
      {failure && (
        <Banner tone="error" title="Your wish list could not be loaded">
          <p>{failure}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={tryAgain}>
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
            <WishAvailability wish={wish} />
          </li>
        ))}
      </ul>
    </div>
  );
}
