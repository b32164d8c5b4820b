import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import { endStockAlert, findStockAlert, setStockAlert } from './stock-alert.requests.ts';

/** `isKnownSet` saves the request for the current state of the alert. */
type BackInStockProps = { productId: string; isKnownSet?: boolean };

/** Sets or ends a stock alert. Visitors sign in first and return to this page. */
export default function BackInStock({ productId, isKnownSet }: BackInStockProps) {
  const { user } = useSelector(authSlice.selectSlice);
  const userId = user?._id;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [isSet, setIsSet] = useState(isKnownSet ?? false);
  const [isBusy, setIsBusy] = useState(false);
  /** After a press the reply about the initial state is outdated. */
  const isPressed = useRef(false);

  useEffect(() => {
    if (!userId || isKnownSet !== undefined) return;
    isPressed.current = false;
    const running = dispatch(findStockAlert(productId));
    running.unwrap().then(
      ({ data }) => isPressed.current || setIsSet(data.isSet),
      // The button works without the current state, because setting an alert twice has no effect.
      () => undefined,
    );
    return () => running.abort();
  }, [dispatch, userId, productId, isKnownSet]);

  async function change(makeRequest: typeof setStockAlert) {
    if (!userId) return navigate(urls.login, { state: { from: location } });
    isPressed.current = true;
    setIsBusy(true);
    const outcome = await dispatch(makeRequest(productId));
    setIsBusy(false);
    if (makeRequest.fulfilled.match(outcome)) return setIsSet(outcome.payload.data.isSet);
    // On 401 the app already redirects to sign-in.
    if (outcome.payload?.status !== 401) toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
  }

  return (
    <div className="mt-2">
      <p role="status">{isSet && 'We will write to you when it is back.'}</p>
      <Button
        variant={isSet ? 'quiet' : 'secondary'}
        isBusy={isBusy}
        className={isSet ? '-ml-4' : undefined}
        onClick={() => change(isSet ? endStockAlert : setStockAlert)}
      >
        {isSet ? 'Do not write to me' : 'Tell me when it is back'}
      </Button>
    </div>
  );
}
