import type { Product } from '@shop/contract/product';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { orderAmount } from '../../lib/order-amount.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { authSlice } from '../auth/auth.slice.ts';
import { usePurchase } from './use-purchase.ts';

// Both come only to those who buy, so they wait in chunks of their own.
const OrderSuccess = lazy(() => import('./order-success.tsx'));
const PurchaseAlert = lazy(() => import('./purchase-alert.tsx'));

const busyTexts = {
  idle: undefined,
  ordering: 'Preparing your order…',
  paying: 'Waiting for your payment…',
  verifying: 'Confirming your payment…',
};

type BuyNowProps = { product: Product; quantity: number; isDisabled?: boolean };

/** Buying needs a sign-in, which leads back to the product (decision 2). */
export function BuyNow({ product, quantity, isDisabled = false }: BuyNowProps) {
  const { user, isChecked } = useSelector(authSlice.selectSlice);
  const navigate = useNavigate();
  const location = useLocation();
  const { stage, notice, bought, buy, closeNotice, closeBought } = usePurchase(product, quantity, user);
  const start = () => (user ? void buy() : navigate(urls.login, { state: { from: location } }));

  // Pressed before it is known who is buying: it then goes on by itself.
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isChecked) return;
    setIsWanted(false);
    start();
  });
  return (
    <>
      <Button
        size="lg"
        isFullWidth
        disabled={isDisabled}
        isBusy={isWanted || stage !== 'idle'}
        busyText={busyTexts[isWanted ? 'ordering' : stage]}
        onClick={() => setIsWanted(true)}
      >
        Buy Now
      </Button>
      <Suspense>
        {notice && (
          <PurchaseAlert
            notice={notice}
            amount={orderAmount(product.price, quantity)}
            onRetry={start}
            onClose={closeNotice}
          />
        )}
        {bought && <OrderSuccess bought={bought} onClose={closeBought} />}
      </Suspense>
    </>
  );
}
