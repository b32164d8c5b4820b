import type { Product } from '@shop/contract/product';
import { useLocation, useNavigate } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';

/** Buying needs a sign-in, which leads back to the product (decision 2). */
export function BuyNow({ isDisabled = false }: { product: Product; isDisabled?: boolean }) {
  const navigate = useNavigate();
  const location = useLocation();
  return (
    <Button
      size="lg"
      isFullWidth
      disabled={isDisabled}
      onClick={() => navigate(urls.login, { state: { from: location } })}
    >
      Buy Now
    </Button>
  );
}
