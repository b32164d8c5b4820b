import { type FocusEvent, useEffect, useRef, useState } from 'react';

export type TimedCloseHold = ReturnType<typeof useTimedClose>;

/**
 * Closes a panel after `ms`, and waits while a person points at it or has focus on a control inside; without a time it
 * stays. Spread the returned handlers on the panel.
 */
export function useTimedClose(ms: number | null, onClose: () => void) {
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const remainingMs = useRef(ms ?? 0);
  const latestClose = useRef(onClose);
  const isHeld = ms === null || isHovered || isFocused;

  useEffect(() => {
    latestClose.current = onClose;
  });

  useEffect(() => {
    if (isHeld) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => latestClose.current(), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - startedAt;
    };
  }, [isHeld]);

  return {
    // A move, not an enter: a panel that opens under a resting pointer has not been pointed at.
    onPointerMove: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    // The panel's heading takes the focus when it opens; only a control says that somebody is using it.
    onFocus: (event: FocusEvent<HTMLElement>) => setIsFocused((event.target as HTMLElement).tabIndex >= 0),
    onBlur: () => setIsFocused(false),
  };
}
