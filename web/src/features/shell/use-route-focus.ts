import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { isListOverlay } from '../../lib/list-overlay.ts';
import { focusHeading } from '../../ui/navigation/focus-heading.ts';

/**
 * Moves the focus to the heading of a new page, so that screen readers announce it. Not on the first page, after a change of
 * the query only, or if the user has moved to a field during the navigation.
 */
export function useRouteFocus(): void {
  const location = useLocation();
  const { location: asked } = useNavigation();
  const shown = useRef(location);
  /** The focused element at the start of the current navigation. */
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const left = shown.current;
    shown.current = location;
    if (left.pathname === location.pathname) return;
    // A dialog over a list manages the focus itself.
    if (isListOverlay(left) || isListOverlay(location)) return;
    const { activeElement } = document;
    const hasGoneOn = focused.current && focused.current !== activeElement;
    if (!hasGoneOn || !activeElement?.matches('input, select, textarea')) focusHeading();
  }, [location]);
  // After the effect above, which reads the old value.
  useLayoutEffect(() => {
    focused.current = asked ? document.activeElement : null;
  }, [asked]);
}
