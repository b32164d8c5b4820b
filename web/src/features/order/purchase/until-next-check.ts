const SOON_MS = 1000;
const LATER_MS = 5000;
const SOON_CHECKS = 10;

/** A pause before the server is asked again; without a connection, until there is one. */
export const untilNextCheck = (attempt: number): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, attempt <= SOON_CHECKS ? SOON_MS : LATER_MS);
    else window.addEventListener('online', () => resolve(), { once: true });
  });
