import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { isOverList } from '../../lib/over-list.ts';
import { focusHeading } from '../../ui/navigation/focus-heading.ts';

/**
 * A new page is announced by moving the focus to its heading; the first page and changes of the query are not new. Whoever
 * went into a field while it was on its way goes on typing.
 */
export function useRouteFocus(): void {
  const location = useLocation();
  const { location: asked } = useNavigation();
  const shown = useRef(location);
  /** What had the focus when the page was asked for, while it is on its way. */
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = location;
    if (left.pathname === location.pathname) return;
    // What opens over a list takes the focus itself and gives it back.
    if (isOverList(left) || isOverList(location)) return;
    const { activeElement } = document;
    const hasGoneOn = focused.current && focused.current !== activeElement;
    if (!hasGoneOn || !activeElement?.matches('input, select, textarea')) focusHeading();
  }, [location]);
  // Behind the look at it.
  useLayoutEffect(() => {
    focused.current = asked ? document.activeElement : null;
  }, [asked]);
}
