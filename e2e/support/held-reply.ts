import type { Page } from '@playwright/test';
import { type Answer, intercept } from './intercept.ts';

/** Holds back the next reply from an address. `release` delivers it and resolves when the page has handled it. */
export async function holdReply(page: Page, address: RegExp, answer: Answer = (route) => route.continue()) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const asked = page.waitForRequest(address);
  await intercept(page, address, (route) => isReleased.then(() => answer(route)), { times: 1 });
  return {
    asked,
    release: async () => {
      const request = await asked;
      const arrived = page.waitForResponse((response) => response.request() === request);
      release();
      await (await arrived).finished();
      // A later request is answered later. One frame after it, the page has rendered the earlier reply.
      await page.evaluate(async () => {
        await (await fetch('/healthz')).text();
        await new Promise(requestAnimationFrame);
      });
    },
  };
}
