import { useEffect, useState } from 'react';

let isHydrating = true;

/** Called once, after hydration of the server's document. */
export const markHydrated = (): void => {
  isHydrating = false;
};

// Long enough for the work that the application does at its start.
const SETTLE_MS = 1_000;

/**
 * How many items of a list have a real layout, even outside the viewport. A list that is rendered later has all of them. A
 * list from the server gets one more in each idle moment, after the first scroll or `SETTLE_MS`. Scroll restoration needs the
 * real heights, and assistive software gets no text from items without a layout.
 */
export function useLaidOutCount(count: number): number {
  const [laidOut, setLaidOut] = useState(isHydrating ? 0 : Infinity);
  useEffect(() => {
    if (laidOut >= count) return;
    // The scroll event and the timer may both fire; the updater function makes the second one harmless.
    const layOutNext = () => setLaidOut((known) => known + 1);
    if (laidOut || window.scrollY) (window.requestIdleCallback ?? setTimeout)(layOutNext, { timeout: 200 });
    else {
      window.addEventListener('scroll', layOutNext, { once: true });
      setTimeout(layOutNext, SETTLE_MS);
    }
  }, [laidOut, count]);
  return laidOut;
}
