import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { inStore } from '../../lib/state/browser-store.ts';
import { useSettings } from '../../lib/state/settings.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';

const CLOSED = 'development-notice-closed';

/** Stays until the visitor closes it, then closed for the visit. Its progress bar runs for 8 s without effect (spec §1). */
export function DevelopmentNotice() {
  const { developmentNotice } = useSettings();
  const [isOpen, setIsOpen] = useState(developmentNotice);
  // In an effect, because the server's page is the same for everybody.
  useEffect(() => {
    if (inStore('sessionStorage', (store) => store.getItem(CLOSED))) setIsOpen(false);
  }, []);
  function close() {
    inStore('sessionStorage', (store) => store.setItem(CLOSED, 'yes'));
    setIsOpen(false);
  }
  if (!isOpen) return null;
  return (
    <aside aria-label="Development notice" data-print="never" className="relative bg-accent-soft text-on-accent-soft">
      <div className="mx-auto flex max-w-6xl items-center gap-4 px-4 py-2">
        <p className="flex-1 text-13">
          <strong>Development Notice:</strong> This website is currently under active development. Some features may be
          incomplete.
        </p>
        <IconButton label="Close notice" onClick={close}>
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <div aria-hidden="true" className="absolute inset-x-0 bottom-0 h-0.5">
        <div className="h-full origin-left animate-notice bg-accent" />
      </div>
    </aside>
  );
}
