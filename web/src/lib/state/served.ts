import { useEffect, useState } from 'react';

let isServed = true;

/** Called once the document that the server sent has been taken over. */
export const endServed = (): void => {
  isServed = false;
};

// After what the application does as it starts.
const REST_MS = 1_000;

/**
 * How many parts of a list are laid out, whether or not they are near: all of one that is drawn later, and of what the
 * server sent one more in every idle moment, once somebody scrolls or the page has come to rest. Places are found again by
 * heights, which are guessed till then, and what is not laid out has no text for whoever reads the page by a program.
 */
export function useLaidOut(count: number): number {
  const [laidOut, setLaidOut] = useState(isServed ? 0 : Infinity);
  useEffect(() => {
    if (laidOut >= count) return;
    // Of those that are laid out by then: whichever of two comes second does not begin again.
    const layOutNext = () => setLaidOut((known) => known + 1);
    if (laidOut || window.scrollY) (window.requestIdleCallback ?? setTimeout)(layOutNext, { timeout: 200 });
    else {
      window.addEventListener('scroll', layOutNext, { once: true });
      setTimeout(layOutNext, REST_MS);
    }
  }, [laidOut, count]);
  return laidOut;
}
