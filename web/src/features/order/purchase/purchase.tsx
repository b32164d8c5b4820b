import type { Product } from '@shop/contract/products/product';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { orderAmount } from '../../../lib/format/order-amount.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { Buyer } from '../checkout/checkout.ts';
import { OwnedProduct } from '../my-orders/owned-product.tsx';
import { useProductOrders } from '../my-orders/use-product-orders.ts';
import { OrderSuccess } from './order-success.tsx';
import { PurchaseAlert } from './purchase-alert.tsx';
import { RecentPurchase } from './recent-purchase.tsx';
import { usePurchase } from './use-purchase.ts';
import { useSoldOutRecheck } from './use-sold-out-recheck.ts';
import { WaitingForBank } from './waiting-for-bank.tsx';

const busyTexts = {
  idle: undefined,
  ordering: 'Preparing your order…',
  paying: 'Waiting for your payment…',
  verifying: 'Confirming your payment…',
  asking: undefined,
  confirming: undefined,
};

export type PurchaseProps = {
  product: Product;
  quantity: number;
  buyer: Buyer;
  isDisabled: boolean;
  /** Whether Buy Now was pressed before this component was loaded. */
  isBuyPressed: boolean;
  /** Whether the button that this component replaces had the focus. */
  takesFocus: boolean;
};

/** The whole purchase, with all its texts. It is loaded before the order is made, so a lost connection cannot hide it. */
export function Purchase({ product, quantity, buyer, isDisabled, isBuyPressed, takesFocus }: PurchaseProps) {
  const purchase = usePurchase(product, quantity, buyer);
  const { stage, awaited, problem, bought, buy, confirm } = purchase;
  const { owned, recent, underWay } = useProductOrders(product, bought);
  useSoldOutRecheck(product);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an early click buys once
  useEffect(() => {
    if (isBuyPressed) void buy();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits once for a payment that is already under way
  useEffect(() => {
    if (underWay && stage === 'idle') void confirm(underWay, { isKnown: true });
  }, [underWay]);

  return (
    <>
      {awaited ? (
        <WaitingForBank amount={awaited.amount} isConfirming={stage === 'confirming'} />
      ) : owned && stage === 'idle' ? (
        <OwnedProduct order={owned} />
      ) : (
        <>
          {recent && <RecentPurchase order={recent} />}
          <Button
            ref={button}
            size="lg"
            isFullWidth
            disabled={isDisabled}
            isBusy={stage !== 'idle'}
            busyText={busyTexts[stage]}
            onClick={() => void buy()}
          >
            Buy Now
          </Button>
        </>
      )}
      {problem && (
        <PurchaseAlert
          problem={problem}
          amount={orderAmount(product.price, quantity)}
          onRetry={() => void buy()}
          onClose={purchase.closeProblem}
        />
      )}
      {bought && <OrderSuccess bought={bought} onClose={purchase.closeBought} />}
    </>
  );
}
