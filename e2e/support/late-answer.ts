import type { Page } from '@playwright/test';
import { type Answer, intercept } from './intercept.ts';

/** Delays the next reply from an address. `release` sends it and resolves when the page has handled it. */
export async function holdAnswer(page: Page, address: RegExp, answer: Answer = (route) => route.continue()) {
  const { promise: isReleased, resolve: resolveRelease } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(address);
  await intercept(page, address, (route) => isReleased.then(() => answer(route)), { times: 1 });
  return {
    asked,
    release: async () => {
      const request = await asked;
      const arrived = page.waitForResponse((response) => response.request() === request);
      resolveRelease();
      await (await arrived).finished();
      // This later request ends after the released one. One more frame renders the result.
      await page.evaluate(async () => {
        await (await fetch('/healthz')).text();
        await new Promise(requestAnimationFrame);
      });
    },
  };
}
