import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { isFocusFree } from '../../ui/navigation/is-focus-free.ts';
import type { TimedCloseHold } from '../../ui/overlays/use-timed-close.ts';

type ReportFrameProps = { title: string; onClose: () => void; hold?: TimedCloseHold; children: ReactNode };

/** The dialog of the report widget. Its heading gets the focus, so that screen readers announce it and Tab stays inside. */
export function ReportFrame({ title, onClose, hold, children }: ReportFrameProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusFree(heading.current?.closest('aside'))) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      {...hold}
      role="dialog"
      aria-labelledby={headingId}
      className="overlay-in absolute right-0 bottom-full mb-3 flex max-h-[calc(100dvh-10rem)] w-80 max-w-[calc(100vw-2rem)] flex-col rounded-card border border-line bg-surface shadow-overlay max-lg:[@media(height<30rem)]:max-h-[calc(100dvh-6rem)]"
    >
      <div className="flex items-center justify-between gap-4 px-4 pt-4 pb-3">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="text-17 font-semibold">
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose} className="-my-1 -mr-2">
          <X aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <div className="min-h-0 scroll-pt-8 overflow-y-auto px-4 pb-4">{children}</div>
    </div>
  );
}
