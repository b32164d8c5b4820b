const nextEvent = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/**
 * Resolves when the lead picture, or without one the largest element, is on the screen. The browser reports a lead picture
 * only if it is the largest element in view.
 */
const largestPainted = (lead: Element | null) =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      const shown = list.getEntries() as (PerformanceEntry & { element: Element | null })[];
      if (shown.some(({ element }) => !lead || element === lead)) resolve();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

// A page in a background tab is never painted.
const TIMEOUT_MS = 1000;
const timeout = () => new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));

// Safari has no requestIdleCallback.
const idle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: TIMEOUT_MS }));

/** Resolves when the first view is loaded and painted. */
export async function whenPainted(): Promise<void> {
  if (document.readyState !== 'complete') await nextEvent(window, 'load');
  await Promise.race([largestPainted(document.querySelector('img[fetchpriority="high"]')), timeout()]);
  await idle();
}
