import { useParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { AlertQuestion } from './alert-question.tsx';
import { useAlertLink } from './use-alert-link.ts';

/** The page behind the link in an alert mail. It asks first, because mail scanners open every link. */
export function Component() {
  const { token = '' } = useParams();
  const { alert, failure, isBusy, end } = useAlertLink(token);
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
