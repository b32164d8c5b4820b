const SOON_MS = 1000;
const LATER_MS = 5000;
const SOON_CHECKS = 10;

/** Waits before the next retry: 1 s at first, later 5 s, and offline until the connection is back. */
export const waitForNextCheck = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, attempt <= SOON_CHECKS ? SOON_MS : LATER_MS);
    else window.addEventListener('online', () => resolve(), { once: true });
  });
