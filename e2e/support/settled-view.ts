import { expect, type Locator } from '@playwright/test';

/**
 * Brings something into view, and is done when nothing there moves any more: cards are laid out as they are scrolled to,
 * and a hand that is faster than that would press beside it.
 */
export async function bringIntoView(target: Locator): Promise<void> {
  await expect(async () => {
    await target.scrollIntoViewIfNeeded();
    const [first, ...later] = await target.evaluate(async (element) => {
      const places: number[] = [];
      for (let frame = 0; frame < 4; frame += 1) {
        await new Promise(requestAnimationFrame);
        places.push(element.getBoundingClientRect().top);
      }
      return places;
    });
    expect(later).toEqual(later.map(() => first));
  }).toPass();
}
