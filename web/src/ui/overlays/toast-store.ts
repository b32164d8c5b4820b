export type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  id: number;
  message: string;
  tone: ToastTone;
  /** A toast with an action has no timeout. Its caller must dismiss it when the action no longer applies. */
  action?: { label: string; onAction: () => void };
}

const MAX_SHOWN = 4;

// Only event handlers in the browser write this; the server always renders `none`.
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
