import type { Wish } from '@shop/contract/wishlist';
import { Banner } from '../../ui/banner.tsx';
import BackInStock from './back-in-stock.tsx';

/** What stands between a wish and its purchase. */
export function WishStanding({ wish }: { wish: Wish }) {
  if (wish.availability === 'available') return null;
  if (wish.availability === 'expired') return <Banner tone="warning">This offer has ended.</Banner>;
  return (
    <Banner tone="warning" title="Sold out">
      <BackInStock productId={wish._id} isKnownSet={wish.isAlertSet} />
    </Banner>
  );
}
