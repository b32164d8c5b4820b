import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { isOverList } from '../../lib/over-list.ts';
import { focusHeading } from '../../ui/focus-heading.ts';

const FIELD = 'input, select, textarea';

/**
 * A new page is announced by moving the focus to its heading; the first page and changes of the query are not new. Whoever
 * went into a field while it was on its way goes on typing.
 */
export function useRouteFocus(): void {
  const location = useLocation();
  const { location: asked } = useNavigation();
  const shown = useRef(location);
  /** What had the focus when the page was asked for; undefined where it came at once. */
  const focused = useRef<Element | null>(undefined);
  useLayoutEffect(() => {
    if (asked) focused.current = document.activeElement;
  }, [asked]);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = location;
    const { activeElement } = document;
    const hasGoneOn = focused.current !== undefined && focused.current !== activeElement;
    focused.current = undefined;
    if (left.pathname === location.pathname) return;
    // What opens over a list takes the focus itself and gives it back.
    if (isOverList(left) || isOverList(location)) return;
    if (!(hasGoneOn && activeElement?.matches(FIELD))) focusHeading();
  }, [location]);
}
