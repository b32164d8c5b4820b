import { formatRupees } from '@shop/contract/money';
import { useSyncExternalStore } from 'react';
import { urls } from '../../../lib/urls.ts';
import { TextLink } from '../../../ui/buttons/text-link.tsx';

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

type WaitingForBankProps = {
  amount: number;
  /** Whether the bank is known to have the payment; otherwise the server is still checking. */
  isConfirming: boolean;
};

/** Replaces Buy Now while a payment may be under way, so that the buyer does not pay twice. */
export function WaitingForBank({ amount, isConfirming }: WaitingForBankProps) {
  const isOnline = useIsOnline();
  const sum = formatRupees(amount);
  return (
    <div
      role="status"
      data-grows
      className="rounded-control border border-accent bg-accent-soft px-4 py-3 text-on-accent-soft"
    >
      <p className="font-semibold">
        {isConfirming ? `Your bank is confirming ${sum}.` : `We are asking about your payment of ${sum}.`} Do not pay
        again.
      </p>
      <p data-hint className="text-13">
        {isOnline
          ? 'This can take a few minutes. The code appears here, and under '
          : 'You are offline. We will check again when you are connected. The code appears under '}
        <TextLink to={urls.myOrders}>My Orders</TextLink>.
      </p>
    </div>
  );
}
