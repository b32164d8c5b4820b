import MessageSquareWarning from 'lucide-react/icons/message-square-warning';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isAdminPage } from '../../lib/urls.ts';
import { loadFailedText } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import type { ReportPanelProps } from './report-panel.tsx';
import { useCoversControl } from './use-covers-control.ts';

/** The floating report button. Its panel is loaded when it is first opened. */
export function ReportWidget() {
  const panelId = useId();
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [Panel, setPanel] = useState<ComponentType<ReportPanelProps> | null>(null);
  const isOpen = Panel !== null;
  const isInTheWay = useCoversControl(button);
  const { pathname } = useLocation();

  async function open() {
    try {
      const { ReportPanel } = await import('./report-panel.tsx');
      setPanel(() => ReportPanel);
    } catch {
      toast(loadFailedText('The form'), { tone: 'error' });
    }
  }

  function close() {
    const focused = document.activeElement;
    if (root.current?.contains(focused) || focused === document.body) button.current?.focus({ preventScroll: true });
    setPanel(null);
  }

  // Listen on the document, because the panel may cover the focused element.
  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape({ key, isComposing }: KeyboardEvent) {
      // During composition, Escape cancels the word of an input method.
      if (key === 'Escape' && !isComposing && !document.querySelector('dialog:modal')) close();
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  });

  if (isAdminPage(pathname)) return null;
  return (
    <aside ref={root} aria-label="Feedback" data-print="never" className="report-widget">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={isOpen ? close : open}
        data-makes-way={(isInTheWay && !isOpen) || undefined}
      >
        <MessageSquareWarning aria-hidden="true" size={20} className="text-brand" />
        <span className="sr-only 2xl:not-sr-only">Report an Issue</span>
      </button>
      <div id={panelId}>{Panel && <Panel onClose={close} />}</div>
    </aside>
  );
}
