import type { ComponentProps } from 'react';
import { NeedsScript } from '../needs-script.tsx';

interface EarlyFormProps extends Omit<ComponentProps<'form'>, 'method' | 'action'> {
  /** Names what the form does, for browsers without JavaScript. */
  what: string;
}

/**
 * A form that the server renders. Whoever is quicker than the application loses nothing: `app/boot/` keeps what was typed
 * and sent for it.
 */
export const EarlyForm = ({ what, children, ...rest }: EarlyFormProps) => (
  // By post: without any script, a GET would put what was typed into the address.
  <form {...rest} method="post">
    <NeedsScript what={what} />
    {children}
  </form>
);
