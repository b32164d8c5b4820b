import type { Page } from '@playwright/test';
import { type Answer, intercept } from './intercept.ts';

/** Holds the next answer from an address back; `release` gives it and returns when the page has dealt with it. */
export async function holdAnswer(page: Page, address: RegExp, answer: Answer = (route) => route.continue()) {
  const { promise: isReleased, resolve: letGo } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(address);
  await intercept(page, address, (route) => isReleased.then(() => answer(route)), { times: 1 });
  return {
    asked,
    release: async () => {
      const request = await asked;
      const arrived = page.waitForResponse((response) => response.request() === request);
      letGo();
      await (await arrived).finished();
      // Asked for later, so answered later; then one frame, in which everything before it is on the screen.
      await page.evaluate(async () => {
        await (await fetch('/healthz')).text();
        await new Promise(requestAnimationFrame);
      });
    },
  };
}
