import X from 'lucide-react/icons/x';
import { type PointerEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import type { TimedCloseHold } from './use-timed-close.ts';

export type ModalSize = 'sm' | 'md' | 'lg' | 'xl';

interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  size?: ModalSize;
  /** Opens from the bottom edge, within reach of a thumb. */
  isSheet?: boolean;
  footer?: ReactNode;
  /** Return false to stay open, for example while a request is running. */
  onBeforeClose?: () => boolean | Promise<boolean>;
  /** Switch off if the footer has its own Close button. */
  hasCloseButton?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** The handlers of `useTimedClose`, for a modal that closes by itself. */
  hold?: TimedCloseHold;
}

export function Modal(props: ModalProps) {
  return props.isOpen ? <OpenModal {...props} /> : null;
}

/** A press on the dialog's own scrollbar also targets the dialog, so this compares coordinates. */
function isOutside(dialog: HTMLElement, { target, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** The native dialog brings the focus trap, makes the page behind it inert and restores the focus. */
function OpenModal({
  onClose,
  title,
  children,
  size = 'md',
  isSheet = false,
  footer,
  onBeforeClose,
  hasCloseButton = true,
  role,
  hold,
}: ModalProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const isPressOnBackdrop = useRef(false);
  const titleId = useId();

  // A layout effect, because its cleanup runs while the dialog is still in the page. Closing it there restores the
  // focus.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    dialog.showModal();
    const firstField =
      dialog.querySelector<HTMLElement>('[data-autofocus]') ??
      dialog.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled');
    (firstField ?? titleRef.current)?.focus();
    return () => {
      dialog.close();
      // If the opener is gone or no longer focusable, the page's heading gets the focus.
      setTimeout(() => document.activeElement === document.body && focusHeading());
    };
  }, []);

  async function requestClose() {
    if (!onBeforeClose || (await onBeforeClose())) onClose();
  }

  function handleCancel(event: SyntheticEvent<HTMLDialogElement>) {
    // A file picker inside the dialog bubbles a cancel event of its own.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    void requestClose();
  }

  function handleClose(event: SyntheticEvent<HTMLDialogElement>) {
    const dialog = event.currentTarget;
    if (event.target !== dialog || dialog.open) return;
    // Browsers force-close on a second Escape. Reopen, so that onBeforeClose can decide.
    dialog.showModal();
    void requestClose();
  }

  function handlePointerUp(event: PointerEvent<HTMLElement>) {
    if (isPressOnBackdrop.current && isOutside(event.currentTarget, event)) void requestClose();
  }

  return (
    <dialog
      ref={dialogRef}
      role={role}
      aria-labelledby={titleId}
      data-size={size}
      data-sheet={isSheet || undefined}
      className="modal"
      onCancel={handleCancel}
      onClose={handleClose}
      onPointerDown={(event) => {
        // A text selection that starts inside and ends on the backdrop must not close the dialog.
        isPressOnBackdrop.current = isOutside(event.currentTarget, event);
      }}
      onPointerUp={handlePointerUp}
    >
      <div {...hold} className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-4 border-b border-line px-6 py-4">
          <h2 id={titleId} ref={titleRef} tabIndex={-1} className="text-21 font-semibold">
            {title}
          </h2>
          {hasCloseButton && (
            <IconButton label="Close" onClick={requestClose} className="-my-1 -mr-2">
              <X aria-hidden="true" size={20} />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">{children}</div>
        {footer && (
          <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-6 py-4">{footer}</div>
        )}
      </div>
    </dialog>
  );
}
