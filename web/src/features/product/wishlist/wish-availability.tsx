import type { Wish } from '@shop/contract/products/wishlist';
import { Banner } from '../../../ui/overlays/banner.tsx';
import BackInStock from '../stock-alerts/back-in-stock.tsx';

/** Says why a product on the wish list cannot be bought now. */
export function WishAvailability({ wish }: { wish: Wish }) {
  if (wish.availability === 'available') return null;
  if (wish.availability === 'expired') return <Banner tone="warning">This offer has ended.</Banner>;
  return (
    <Banner tone="warning" title="Sold out">
      <BackInStock productId={wish._id} isKnownSet={wish.isAlertSet} />
    </Banner>
  );
}
