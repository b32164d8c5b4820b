import TicketX from 'lucide-react/icons/ticket-x';
import { data } from 'react-router';
import { urls } from '../lib/urls.ts';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export const loader = () => data(null, { status: 404 });

export function Component() {
  return (
    <>
      <title>Page not found</title>
      <EmptyState
        heading="h1"
        icon={<TicketX size={48} strokeWidth={1.25} />}
        title="Page not found"
        hint="There is nothing at this address. It may have moved, or the link may be incomplete."
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <LinkButton to={urls.home}>Back to Home</LinkButton>
            <LinkButton to={urls.contact} variant="secondary">
              Contact us
            </LinkButton>
          </span>
        }
      />
    </>
  );
}
