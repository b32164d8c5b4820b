import type { Page } from '@playwright/test';

/** The focused element, and whether it is visible and not covered; null at the end of the page. */
export const focusStop = (page: Page): Promise<{ name: string | null; isVisible: boolean } | null> =>
  page.evaluate(async () => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const isVisible = () => {
      const { left, top, width, height } = focused.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return Boolean(hit && (focused.contains(hit) || hit.contains(focused)));
    };
    // Wait until scrolling and layout are finished.
    for (let frame = 0; frame < 60 && !isVisible(); frame += 1) await new Promise(requestAnimationFrame);
    return { name: focused.textContent || focused.ariaLabel || focused.getAttribute('name'), isVisible: isVisible() };
  });
