import { useLayoutEffect } from 'react';

/** A button that is disabled while it is busy loses the focus to nothing; whoever has not moved it meanwhile finds it there again. */
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
