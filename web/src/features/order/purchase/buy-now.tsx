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

/** A button that is replaced between press and release hears no click. */
const released = (button: HTMLElement | null) =>
  button?.matches(':active') &&
  new Promise((resolve) => {
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setTimeout(resolve), { once: true });
  });

/** Buying needs a sign-in, which leads back to the product (decision 2), and its own code, which is fetched for buyers. */
export function BuyNow({ product, quantity, isDisabled = false }: BuyNowProps) {
  const { user, isChecked } = useSelector(authSlice.selectSlice);
  const navigate = useNavigate();
  const location = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [ready, setReady] = useState<Ready | null>(null);
  const userId = user?._id;
  const { title } = product;
  const amount = orderAmount(product.price, quantity);

  // Pressed before it is known who is here, or before the code has come: it takes effect as soon as both are.
  useEffect(() => {
    if (!isChecked) return;
    if (!userId) {
      if (!isWanted) return;
      const from = { ...location, state: { ...location.state, quantity } };
      navigate(urls.login, { state: { from, wanted: { title, amount } } });
      return;
    }
    // By now the wish is granted. It is not the next one's who is signed in on this page.
    if (ready) return setIsWanted(false);
    let isLeft = false;
    import('./purchase.tsx').then(
      async ({ Purchase }) => {
        await released(button.current);
        if (!isLeft) setReady({ Purchase, takesFocus: document.activeElement === button.current });
      },
      () => {
        if (isLeft || !isWanted) return;
        setIsWanted(false);
        toast(`Nothing was ordered. ${loadFailedText('The checkout')}`, { tone: 'error' });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isChecked, userId, ready, isWanted, navigate, location, title, quantity, amount]);

  if (user && ready)
    return (
      <ready.Purchase
        key={user._id}
        product={product}
        quantity={quantity}
        buyer={user}
        isDisabled={isDisabled}
        isWanted={isWanted}
        takesFocus={ready.takesFocus}
      />
    );
  return (
    <Button
      ref={button}
      size="lg"
      isFullWidth
      disabled={isDisabled}
      isBusy={isWanted}
      busyText="One moment…"
      onClick={() => setIsWanted(true)}
    >
      Buy Now
    </Button>
  );
}
