import { type ComponentType, useEffect } from 'react';
import { lazyPart, notLoaded } from '../lazy-part.ts';
import { toast } from './toast-store.ts';

/** What somebody opens: where it does not come, it is closed again with a word, and says so again when it is next opened. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  what: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazyPart<Props>(load, ({ onClose }) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each time that it is opened
    useEffect(() => {
      toast(notLoaded(what), { tone: 'error' });
      onClose();
    }, []);
    return null;
  });
