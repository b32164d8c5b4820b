import { formatRupees } from '@shop/contract/money';
import { useLocation } from 'react-router';
import { Banner } from '../../ui/banner.tsx';
import type { SignInState } from './sign-in-state.ts';

/** Names what was about to be bought, so that signing in does not feel like losing it. */
export function WantedProduct() {
  const { wanted } = (useLocation().state as SignInState | null) ?? {};
  if (!wanted) return null;
  return (
    <Banner tone="info">
      You are about to buy <strong>{wanted.title}</strong> for{' '}
      <strong className="amount">{formatRupees(wanted.amount)}</strong>. We bring you back to it.
    </Banner>
  );
}
