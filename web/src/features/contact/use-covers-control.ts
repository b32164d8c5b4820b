import { type RefObject, useEffect, useState } from 'react';

const CONTROLS = 'button, input, select, textarea, summary, a, :is(a, button) span';
/** Controls of this height or more, such as a card that is a link, may be covered at a corner. Smaller ones may not. */
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

/** Whether the floating element covers a control. Checked again after each scroll and layout change. */
export function useCoversControl(floating: RefObject<HTMLElement | null>): boolean {
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
