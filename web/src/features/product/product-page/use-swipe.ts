import { type DragEvent, type PointerEvent, useRef } from 'react';

const SWIPE_PX = 40;

/** Tells a horizontal swipe from a press; a click that ends a swipe is to be ignored (`isSwipe`). */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const startX = useRef(0);
  const hasSwiped = useRef(false);
  return {
    isSwipe: () => hasSwiped.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        startX.current = event.clientX;
        hasSwiped.current = false;
      },
      onPointerUp: (event: PointerEvent) => {
        const distance = event.clientX - startX.current;
        if (Math.abs(distance) < SWIPE_PX) return;
        hasSwiped.current = true;
        onSwipe(distance < 0 ? 1 : -1);
      },
      // Otherwise a mouse would pick the picture up and the swipe would never end.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
