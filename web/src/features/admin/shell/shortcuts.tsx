import { Suspense, useState } from 'react';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { useShortcutKeys } from './use-shortcut-keys.ts';

const ShortcutList = lazyDialog('The list', () => import('./shortcut-list.tsx'));

/** The keyboard shortcuts of the administration; '?' lists them. */
export function Shortcuts() {
  const [isListed, setIsListed] = useState(false);
  useShortcutKeys(setIsListed);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsListed(true)}
        className="mt-2 flex min-h-9 w-full items-center rounded-control px-3 text-13 text-muted hover:text-ink max-lg:hidden"
      >
        Keyboard shortcuts
        <span aria-hidden="true" className="ml-auto rounded-badge border border-line px-1.5">
          ?
        </span>
      </button>
      <Suspense>{isListed && <ShortcutList onClose={() => setIsListed(false)} />}</Suspense>
    </>
  );
}
