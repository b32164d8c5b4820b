import { useLayoutEffect } from 'react';

/** A disabled button loses the focus. This returns it after the request, unless the user has moved it. */
export function useFocusWhileBusy(isBusy: boolean): void {
  useLayoutEffect(() => {
    if (!isBusy) return;
    const { activeElement } = document;
    return () => {
      if (document.activeElement === document.body && activeElement instanceof HTMLElement)
        activeElement.focus({ preventScroll: true });
    };
  }, [isBusy]);
}
