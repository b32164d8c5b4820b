import { type ComponentType, useEffect } from 'react';
import { lazyPart, loadFailedText } from '../lazy-part.ts';
import { toast } from './toast-store.ts';

/** A dialog in a chunk of its own. If it fails to load, it closes and a toast says so. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  what: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazyPart<Props>(load, ({ onClose }) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: shows one toast each time it opens
    useEffect(() => {
      toast(loadFailedText(what), { tone: 'error' });
      onClose();
    }, []);
    return null;
  });
