export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  message: string;
  tone: ToastTone;
  /** Stays until it is taken or dismissed: whoever offers it takes it back when it no longer fits. */
  action?: { label: string; onAction: () => void };
}

const MAX_SHOWN = 4;

// Written from event handlers in the browser only; the server always renders `none`.
const none: readonly Toast[] = [];
let toasts = none;
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function toast(message: string, options: Partial<Pick<Toast, 'tone' | 'action'>> = {}): number {
  lastId += 1;
  publish([...toasts, { id: lastId, message, tone: 'info' as const, ...options }].slice(-MAX_SHOWN));
  return lastId;
}

export function dismissToast(id: number): void {
  publish(toasts.filter((shown) => shown.id !== id));
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  read: () => toasts,
  readOnServer: () => none,
};
