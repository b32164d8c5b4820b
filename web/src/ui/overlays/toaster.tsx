import X from 'lucide-react/icons/x';
import { useSyncExternalStore } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { dismissToast, type Toast, type ToastTone, toastStore } from './toast-store.ts';
import { useTimedClose } from './use-timed-close.ts';

const edges: Record<ToastTone, string> = {
  success: 'border-l-success',
  error: 'border-l-danger',
  info: 'border-l-brand',
};

const SHOWN_MS = 6000;
const ERROR_SHOWN_MS = 10_000;

/** The only toast region. Both live regions exist from the start, else screen readers miss their first message. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer);
  return (
    <section aria-label="Notifications" data-print="never" className="toaster">
      <div aria-live="polite" className="grid gap-2">
        {toasts
          .filter((toast) => toast.tone !== 'error')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
      <div aria-live="assertive" className="grid gap-2">
        {toasts
          .filter((toast) => toast.tone === 'error')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const close = () => dismissToast(toast.id);
  const plainMs = toast.tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS;
  // No timeout for a toast with an action: a keyboard user may need long to reach it (WCAG 2.2.1).
  const hold = useTimedClose(toast.action ? null : plainMs, close);
  return (
    <div {...hold} className={classNames('toast overlay-in', edges[toast.tone])}>
      <p className="flex-1 py-1.5">{toast.message}</p>
      {toast.action && (
        <button
          type="button"
          className="min-h-9 rounded-control px-2 font-semibold text-brand hover:bg-brand-soft"
          onClick={() => {
            toast.action?.onAction();
            close();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <IconButton label="Dismiss" onClick={close}>
        <X aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}
