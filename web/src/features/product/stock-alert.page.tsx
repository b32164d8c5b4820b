import type { AlertLink } from '@shop/contract/stock';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { REQUEST_FAILED } from '../../lib/api.ts';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadingScreen } from '../../ui/loading-screen.tsx';
import { endAlertByLink, showAlertLink } from './stock-alert.requests.ts';

/** Where the link in an alert's mail leads. It asks first: programs that check mails open every link in them. */
export function Component() {
  const { token = '' } = useParams();
  const dispatch = useAppDispatch();
  const [alert, setAlert] = useState<AlertLink | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const asking = dispatch(showAlertLink(token));
    asking.then((outcome) => {
      if (showAlertLink.fulfilled.match(outcome)) setAlert(outcome.payload.data);
      else if (!outcome.meta.aborted) setFailure(outcome.payload?.message ?? REQUEST_FAILED);
    });
    return () => asking.abort();
  }, [dispatch, token]);

  async function end() {
    setIsBusy(true);
    const outcome = await dispatch(endAlertByLink(token));
    setIsBusy(false);
    if (endAlertByLink.fulfilled.match(outcome)) setAlert(alert && { ...alert, ...outcome.payload.data });
    else setFailure(outcome.payload?.message ?? REQUEST_FAILED);
  }

  return (
    <>
      <title>Back-in-stock alert</title>
      <meta name="robots" content="noindex" />
      {failure && (
        <div role="alert">
          <EmptyState
            heading="h1"
            title="No alert to end"
            hint={failure}
            action={<LinkButton to={urls.home}>Back to the shop</LinkButton>}
          />
        </div>
      )}
      {!failure && !alert && <LoadingScreen />}
      {!failure && alert && <AlertQuestion alert={alert} isBusy={isBusy} onEnd={end} />}
    </>
  );
}

type AlertQuestionProps = { alert: AlertLink; isBusy: boolean; onEnd: () => void };

const AlertQuestion = ({ alert: { product, isSet }, isBusy, onEnd }: AlertQuestionProps) => (
  <div role="status">
    <EmptyState
      heading="h1"
      title={isSet ? 'Stop waiting for this product?' : 'We will not write to you about this product'}
      hint={product.title}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {isSet && (
            <Button isBusy={isBusy} busyText="Ending…" onClick={onEnd}>
              End the alert
            </Button>
          )}
          <LinkButton to={urls.product(product._id)} variant="secondary">
            See the product
          </LinkButton>
        </span>
      }
    />
  </div>
);
