import { type FocusEvent, useEffect, useRef, useState } from 'react';

export type TimedCloseHold = ReturnType<typeof useTimedClose>;

/**
 * Closes a panel after `ms`; null means never. The timer pauses while the pointer is over the panel or a control in it
 * has the focus. Spread the returned handlers on the panel.
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
    // `pointermove` instead of `pointerenter`: a panel that opens under a resting pointer is not in use.
    onPointerMove: () => setIsHovered(true),
    onPointerLeave: () => setIsHovered(false),
    // The panel's heading takes the focus when it opens; only focus on a control pauses the timer.
    onFocus: (event: FocusEvent<HTMLElement>) => setIsFocused((event.target as HTMLElement).tabIndex >= 0),
    onBlur: () => setIsFocused(false),
  };
}
