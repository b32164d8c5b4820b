import { type DragEvent, type PointerEvent, useRef } from 'react';

const SWIPE_PX = 40;

/** Detects a horizontal swipe. The click that ends a swipe must be ignored; `isSwipe` tells it apart. */
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
      // Without this a mouse drags the image and no pointerup event follows.
      onDragStart: (event: DragEvent) => event.preventDefault(),
    },
  };
}
