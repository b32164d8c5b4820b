import { ACCESS_DENIED } from '@shop/contract/failures/failures';
import Lock from 'lucide-react/icons/lock';
import { urls } from '../lib/urls.ts';
import { MessagePage } from './message-page.tsx';

export const Component = () => (
  <MessagePage
    title="Access Denied"
    icon={<Lock size={48} strokeWidth={1.25} />}
    hint={ACCESS_DENIED}
    link={{ to: urls.login, text: 'Sign In' }}
  />
);
