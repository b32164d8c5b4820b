const happens = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/**
 * Resolves when the lead picture, or without one the largest element, is on the screen. The browser reports a lead picture
 * only if it is the largest element in view.
 */
const largestShown = (lead: Element | null) =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      const shown = list.getEntries() as (PerformanceEntry & { element: Element | null })[];
      if (shown.some(({ element }) => !lead || element === lead)) resolve();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

// A page in a background tab is never painted.
const PATIENCE_MS = 1000;
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

// Safari has no requestIdleCallback.
const idle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: PATIENCE_MS }));

/** Resolves when the first view is loaded and painted. */
export async function whenPainted(): Promise<void> {
  if (document.readyState !== 'complete') await happens(window, 'load');
  await Promise.race([largestShown(document.querySelector('img[fetchpriority="high"]')), patience()]);
  await idle();
}
