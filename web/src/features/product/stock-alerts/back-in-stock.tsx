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

/** `isKnownSet` where it needs not be asked whether the mail is wanted already. */
type BackInStockProps = { productId: string; isKnownSet?: boolean };

/** One mail when a sold-out product is back, and its undo. Visitors sign in first, and come back here. */
export default function BackInStock({ productId, isKnownSet }: BackInStockProps) {
  const { user } = useSelector(authSlice.selectSlice);
  const userId = user?._id;
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [isSet, setIsSet] = useState(isKnownSet ?? false);
  const [isBusy, setIsBusy] = useState(false);
  /** What is answered to the question how it stood comes too late then. */
  const isPressed = useRef(false);

  useEffect(() => {
    if (!userId || isKnownSet !== undefined) return;
    isPressed.current = false;
    const asking = dispatch(findStockAlert(productId));
    asking.unwrap().then(
      ({ data }) => isPressed.current || setIsSet(data.isSet),
      // The button is worth showing without the answer: asking twice is asking once.
      () => undefined,
    );
    return () => asking.abort();
  }, [dispatch, userId, productId, isKnownSet]);

  async function change(makeRequest: typeof setStockAlert) {
    if (!userId) return navigate(urls.login, { state: { from: location } });
    isPressed.current = true;
    setIsBusy(true);
    const outcome = await dispatch(makeRequest(productId));
    setIsBusy(false);
    if (makeRequest.fulfilled.match(outcome)) return setIsSet(outcome.payload.data.isSet);
    // Whoever is no longer signed in is on the way to sign in and back.
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
