import ChevronDown from 'lucide-react/icons/chevron-down';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from '../class-names.ts';

interface DisclosureMenuProps {
  label: string;
  /** The parent holds this state, so that opening one menu closes the other. */
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The links, each in an `li`. */
  children: ReactNode;
}

export function DisclosureMenu({ label, isOpen, onOpenChange, children }: DisclosureMenuProps) {
  const rootRef = useRef<HTMLDivElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!isOpen) return;
    function closeFromOutside(event: PointerEvent) {
      if (!rootRef.current?.contains(event.target as Node)) onOpenChange(false);
    }
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [isOpen, onOpenChange]);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return;
    onOpenChange(false);
    buttonRef.current?.focus();
  }

  function closeWhenFocusLeaves(event: FocusEvent) {
    const next = event.relatedTarget;
    if (isOpen && next && !rootRef.current?.contains(next)) onOpenChange(false);
  }

  function closeAfterChoice(event: MouseEvent) {
    if ((event.target as Element).closest('a')) onOpenChange(false);
  }

  return (
    <div ref={rootRef} className="relative" onKeyDown={handleKeyDown} onBlur={closeWhenFocusLeaves}>
      <button
        ref={buttonRef}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => onOpenChange(!isOpen)}
        className="inline-flex min-h-9 items-center gap-1 rounded-control px-3 font-medium hover:bg-sunken"
      >
        {label}
        <ChevronDown
          aria-hidden="true"
          size={16}
          className={classNames('text-muted transition-transform duration-120 ease-out', isOpen && 'rotate-180')}
        />
      </button>
      <ul
        id={panelId}
        hidden={!isOpen}
        onClick={closeAfterChoice}
        className="overlay-in absolute top-full left-0 z-20 mt-1 min-w-48 rounded-control border border-line bg-surface py-1 shadow-overlay"
      >
        {children}
      </ul>
    </div>
  );
}
