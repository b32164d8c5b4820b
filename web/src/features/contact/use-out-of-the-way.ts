import { type RefObject, useEffect, useState } from 'react';

const CONTROLS = 'button, input, select, textarea, summary, a, :is(a, button) span';
/**
 * A card that is one large link, or a picture that is one large button, can spare a corner, but not what looks like a button
 * in it; nor can anything lower than this.
 */
const LARGE_PX = 120;

function coversControl(element: HTMLElement): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [left, (left + right) / 2, right].some((x) =>
    [top, (top + bottom) / 2, bottom].some((y) =>
      document.elementsFromPoint(x, y).some((under) => {
        const control = under.closest(CONTROLS);
        return control && !element.contains(control) && control.getBoundingClientRect().height < LARGE_PX;
      }),
    ),
  );
}

/** Whether what floats over the page lies on something that people want to press; asked whenever the page moves. */
export function useOutOfTheWay(floating: RefObject<HTMLElement | null>): boolean {
  const [isInTheWay, setIsInTheWay] = useState(false);
  useEffect(() => {
    const look = () => setIsInTheWay(floating.current !== null && coversControl(floating.current));
    const changes = new ResizeObserver(look);
    changes.observe(document.body);
    document.addEventListener('scroll', look, { passive: true });
    return () => {
      changes.disconnect();
      document.removeEventListener('scroll', look);
    };
  }, [floating]);
  return isInTheWay;
}
