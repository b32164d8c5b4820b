import { type ComponentProps, useEffect, useRef } from 'react';
import { NeedsScript } from './needs-script.tsx';

interface EarlyFormProps extends Omit<ComponentProps<'form'>, 'method' | 'ref'> {
  /** Names what the form does, for browsers without JavaScript. */
  what: string;
}

/**
 * A form that the server renders. Whoever is quicker than the application loses nothing: what was typed stays, and what
 * was sent meanwhile (`early-submit.js` keeps it) is sent again as soon as somebody listens.
 */
export function EarlyForm({ what, children, ...rest }: EarlyFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const form = ref.current;
    if (!form) return;
    const isSent = form.dataset.early === 'sent';
    delete form.dataset.early;
    // Once the effects of the page around it, which made it listen, have run too.
    if (isSent) queueMicrotask(() => form.requestSubmit());
  }, []);
  return (
    // By post: without any script, a GET would put what was typed into the address.
    <form {...rest} ref={ref} method="post" data-early="" suppressHydrationWarning>
      <script async src="/early-submit.js" />
      <NeedsScript what={what} />
      {children}
    </form>
  );
}
