import { useEffect, useState } from 'react';

let isServed = true;

/** Called once the document that the server sent has been taken over. */
export const endServed = (): void => {
  isServed = false;
};

/**
 * How many parts of a list are laid out, whether or not they are near: all of one that is drawn later, and of what the
 * server sent one more in every idle moment, once somebody scrolls. Places are found again by heights, which are guessed
 * till then.
 */
export function useLaidOut(count: number): number {
  const [laidOut, setLaidOut] = useState(isServed ? 0 : Infinity);
  useEffect(() => {
    if (laidOut >= count) return;
    const layOutNext = () => setLaidOut(laidOut + 1);
    if (laidOut || window.scrollY) (window.requestIdleCallback ?? setTimeout)(layOutNext, { timeout: 200 });
    else window.addEventListener('scroll', layOutNext, { once: true });
  }, [laidOut, count]);
  return laidOut;
}
