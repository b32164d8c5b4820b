import { formatRupees } from '@shop/contract/money';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { authSlice } from '../auth.slice.ts';
import type { SignInState } from '../session/sign-in-state.ts';

/** Names what was about to be bought, so that signing in does not feel like losing it. */
export function WantedProduct() {
  const { isChecked } = useSelector(authSlice.selectSlice);
  const { wanted } = (useLocation().state as SignInState | null) ?? {};
  // After a reload the browser knows what the server, which rendered the page, does not.
  if (!wanted || !isChecked) return null;
  return (
    <Banner tone="info">
      You are about to buy <strong>{wanted.title}</strong> for{' '}
      <strong className="amount">{formatRupees(wanted.amount)}</strong>. We bring you back to it.
    </Banner>
  );
}
