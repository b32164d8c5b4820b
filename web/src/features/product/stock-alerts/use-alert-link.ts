import type { AlertLink } from '@shop/contract/stock';
import { useEffect, useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { endAlertByLink, showAlertLink } from './stock-alert.requests.ts';

/** Loads the alert of a mail link and ends it on request. */
export function useAlertLink(token: string) {
  const dispatch = useAppDispatch();
  const [alert, setAlert] = useState<AlertLink | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const running = dispatch(showAlertLink(token));
    running.then((outcome) => {
      if (showAlertLink.fulfilled.match(outcome)) setAlert(outcome.payload.data);
      else if (!outcome.meta.aborted) setFailure(outcome.payload?.message ?? REQUEST_FAILED);
    });
    return () => running.abort();
  }, [dispatch, token]);

  async function end() {
    setIsBusy(true);
    const outcome = await dispatch(endAlertByLink(token));
    setIsBusy(false);
    if (endAlertByLink.fulfilled.match(outcome)) setAlert(alert && { ...alert, ...outcome.payload.data });
    else setFailure(outcome.payload?.message ?? REQUEST_FAILED);
  }

  return { alert, failure, isBusy, end };
}
