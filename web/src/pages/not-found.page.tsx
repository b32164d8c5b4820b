import TicketX from 'lucide-react/icons/ticket-x';
import { data } from 'react-router';
import { urls } from '../lib/urls.ts';
import { MessagePage } from './message-page.tsx';

export const loader = () => data(null, { status: 404 });

export const Component = () => (
  <MessagePage
    title="Page not found"
    icon={<TicketX size={48} strokeWidth={1.25} />}
    hint="There is nothing at this address. It may have moved, or the link may be incomplete."
    link={{ to: urls.contact, text: 'Contact us' }}
  />
);
