const happens = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

/**
 * The browser tells of a large picture or text once it is on the screen, which is later than when it was drawn. A lead
 * picture is only told of where it is the largest thing in view.
 */
const largestShown = (lead: Element | null) =>
  new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      const shown = list.getEntries() as (PerformanceEntry & { element: Element | null })[];
      if (shown.some(({ element }) => !lead || element === lead)) resolve();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

// A page in a tab that nobody looks at is not shown at all.
const PATIENCE_MS = 1000;
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

// Safari knows no idle moments.
const idle = () =>
  new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: PATIENCE_MS }));

/** When everything that a visitor sees first has come and is on the screen. */
export async function whenPainted(): Promise<void> {
  if (document.readyState !== 'complete') await happens(window, 'load');
  await Promise.race([largestShown(document.querySelector('img[fetchpriority="high"]')), patience()]);
  await idle();
}
