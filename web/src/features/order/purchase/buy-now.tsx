import type { Product } from '@shop/contract/products/product';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { orderAmount } from '../../../lib/format/order-amount.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { loadFailedText } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import type { PurchaseProps } from './purchase.tsx';

type BuyNowProps = { product: Product; quantity: number; isDisabled?: boolean };
type Ready = { Purchase: ComponentType<PurchaseProps>; takesFocus: boolean };

/** Waits until a pressed button is released. A button that is replaced while it is pressed gets no click. */
const waitForRelease = (button: HTMLElement | null) =>
  button?.matches(':active') &&
  new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { once: true });
  });

/** Sends visitors to the sign-in page and back (spec point 2). For signed-in users it loads the purchase chunk. */
export function BuyNow({ product, quantity, isDisabled = false }: BuyNowProps) {
  const { user, isChecked } = useSelector(authSlice.selectSlice);
  const navigate = useNavigate();
  const location = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [isBuyPressed, setIsBuyPressed] = useState(false);
  const [ready, setReady] = useState<Ready | null>(null);
  const userId = user?._id;
  const { title } = product;
  const amount = orderAmount(product.price, quantity);

  // A click before the session check or before the chunk is loaded takes effect when both are done.
  useEffect(() => {
    if (!isChecked) return;
    if (!userId) {
      if (!isBuyPressed) return;
      const from = { ...location, state: { ...location.state, quantity } };
      navigate(urls.login, { state: { from, intendedProduct: { title, amount } } });
      return;
    }
    // Clear the click, so that the next user who signs in on this page does not inherit it.
    if (ready) return setIsBuyPressed(false);
    let isLeft = false;
    import('./purchase.tsx').then(
      async ({ Purchase }) => {
        await waitForRelease(button.current);
        if (!isLeft) setReady({ Purchase, takesFocus: document.activeElement === button.current });
      },
      () => {
        if (isLeft || !isBuyPressed) return;
        setIsBuyPressed(false);
        toast(`Nothing was ordered. ${loadFailedText('The checkout')}`, { tone: 'error' });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isChecked, userId, ready, isBuyPressed, navigate, location, title, quantity, amount]);

  if (user && ready)
    return (
      <ready.Purchase
        key={user._id}
        product={product}
        quantity={quantity}
        buyer={user}
        isDisabled={isDisabled}
        isBuyPressed={isBuyPressed}
        takesFocus={ready.takesFocus}
      />
    );
  return (
    <Button
      ref={button}
      size="lg"
      isFullWidth
      disabled={isDisabled}
      isBusy={isBuyPressed}
      busyText="One moment…"
      onClick={() => setIsBuyPressed(true)}
    >
      Buy Now
    </Button>
  );
}
