import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toast, toastStore } from './toast-store.ts';

const messages = () => toastStore.read().map((shown) => shown.message);

// The store is shared by all tests.
beforeEach(() => {
  for (const shown of toastStore.read()) dismissToast(shown.id);
});

describe('toast', () => {
  it('notifies its subscribers of each message', () => {
    const listener = vi.fn();
    const unsubscribe = toastStore.subscribe(listener);
    toast('Saved', { tone: 'success' });
    unsubscribe();
    toast('Not heard');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(toastStore.read()[0]).toMatchObject({ message: 'Saved', tone: 'success' });
  });

  it('shows at most the four newest messages', () => {
    for (const message of ['1', '2', '3', '4', '5']) toast(message);
    expect(messages()).toEqual(['2', '3', '4', '5']);
  });

  it('dismissing one message leaves the others', () => {
    toast('first');
    toast('second');
    dismissToast(toastStore.read()[0]?.id ?? 0);
    expect(messages()).toEqual(['second']);
  });

  it('renders nothing on the server, even after a message', () => {
    toast('Saved');
    expect(toastStore.readOnServer()).toEqual([]);
  });
});
