import Search from 'lucide-react/icons/search';
import { lazy, Suspense, useEffect, useState } from 'react';

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }));

/** Opens with Ctrl K or ⌘ K, or with its button; what is inside is fetched when it is first opened. */
export function CommandPalette() {
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    function openByKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen(true);
    }
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);

  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="control-border flex min-h-11 items-center gap-3 bg-surface px-3 text-muted hover:text-ink lg:w-full"
      >
        <Search aria-hidden="true" size={16} />
        <span className="max-lg:sr-only">Jump to…</span>
        <span aria-hidden="true" className="ml-auto rounded-badge border border-line px-1.5 text-13 max-lg:hidden">
          Ctrl K
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <PaletteDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
