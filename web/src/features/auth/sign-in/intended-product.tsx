import { formatRupees } from '@shop/contract/money';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { authSlice } from '../auth.slice.ts';
import type { SignInState } from '../session/sign-in-state.ts';

/** Reminds a buyer on the sign-in page which product they are about to buy. */
export function IntendedProduct() {
  const { isChecked } = useSelector(authSlice.selectSlice);
  const { intendedProduct } = (useLocation().state as SignInState | null) ?? {};
  // After the session check only: the server does not know the navigation state, so hydration would differ.
  if (!intendedProduct || !isChecked) return null;
  return (
    <Banner tone="info">
      You are about to buy <strong>{intendedProduct.title}</strong> for{' '}
      <strong className="amount">{formatRupees(intendedProduct.amount)}</strong>. We bring you back to it.
    </Banner>
  );
}
