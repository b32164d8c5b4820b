import { ACCESS_DENIED } from '@shop/contract/failures/failures';
import Lock from 'lucide-react/icons/lock';
import { urls } from '../lib/urls.ts';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export const Component = () => (
  <>
    <title>Access Denied</title>
    <EmptyState
      heading="h1"
      icon={<Lock size={48} strokeWidth={1.25} />}
      title="Access Denied"
      hint={ACCESS_DENIED}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton to={urls.home}>Back to Home</LinkButton>
          <LinkButton to={urls.login} variant="secondary">
            Sign In
          </LinkButton>
        </span>
      }
    />
  </>
);
