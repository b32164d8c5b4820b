import type { ComponentProps } from 'react';
import { NeedsScript } from '../needs-script.tsx';

interface EarlyFormProps extends Omit<ComponentProps<'form'>, 'method' | 'action'> {
  /** The action of the form, for example 'Signing in'. `NeedsScript` shows it to browsers without JavaScript. */
  what: string;
}

/** A form that works before hydration: `app/boot/` records input and submits, and replays them. */
export const EarlyForm = ({ what, children, ...rest }: EarlyFormProps) => (
  // POST, because without JavaScript a GET would put the input into the URL.
  <form {...rest} method="post">
    <NeedsScript what={what} />
    {children}
  </form>
);
