import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isOverList } from '../../lib/over-list.ts';
import { focusHeading } from '../../ui/focus-heading.ts';

/** A new page is announced by moving the focus to its heading; the first page and changes of the query are not new. */
export function useRouteFocus(): void {
  const location = useLocation();
  const shown = useRef(location);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = location;
    if (left.pathname === location.pathname) return;
    // What opens over a list takes the focus itself and gives it back.
    if (isOverList(left) || isOverList(location)) return;
    focusHeading();
  }, [location]);
}
