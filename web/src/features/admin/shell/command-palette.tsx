import Search from 'lucide-react/icons/search';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { loadFailedText } from '../../../ui/lazy-part.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import type { PaletteDialogProps } from './palette-dialog.tsx';

/** Opens with Ctrl K, ⌘ K or its button. The dialog is loaded on demand. */
export function CommandPalette() {
  const [Dialog, setDialog] = useState<ComponentType<PaletteDialogProps> | null>(null);
  // Keys typed while the dialog loads go into its field; null if it is not loading.
  const typedAhead = useRef<string | null>(null);

  const open = useCallback(async () => {
    typedAhead.current = '';
    try {
      const { PaletteDialog } = await import('./palette-dialog.tsx');
      if (typedAhead.current !== null) setDialog(() => PaletteDialog);
    } catch {
      typedAhead.current = null;
      toast(loadFailedText('The palette'), { tone: 'error' });
    }
  }, []);

  useEffect(() => {
    function followKey(event: KeyboardEvent) {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return void open();
      }
      if (typedAhead.current === null || document.querySelector('dialog:modal')) return;
      if (event.key === 'Escape') typedAhead.current = null;
      if (event.key.length > 1 || isCommand || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      typedAhead.current += event.key;
    }
    document.addEventListener('keydown', followKey, { capture: true });
    return () => document.removeEventListener('keydown', followKey, { capture: true });
  }, [open]);

  function close() {
    typedAhead.current = null;
    setDialog(null);
  }

  return (
    <>
      <button
        type="button"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        className="control-border flex min-h-11 items-center gap-3 bg-surface px-3 text-muted hover:text-ink lg:w-full"
      >
        <Search aria-hidden="true" size={16} />
        <span className="max-lg:sr-only">Jump to…</span>
        <span aria-hidden="true" className="ml-auto rounded-badge border border-line px-1.5 text-13 max-lg:hidden">
          Ctrl K
        </span>
      </button>
      {Dialog && <Dialog typedAhead={() => typedAhead.current ?? ''} onClose={close} />}
    </>
  );
}
