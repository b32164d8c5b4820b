import type { Page, Route } from '@playwright/test';

export type Answer = (route: Route) => unknown;
type Address = Parameters<Page['route']>[0];

/**
 * Answers an address in the shop's place, `times` times or until the returned function is called. The ends that Playwright
 * has of its own (`unroute`, `times`) stop its watch of the network: a request that leaves in that moment hangs for ever.
 */
export async function intercept(page: Page, address: Address, answer: Answer, { times = Infinity } = {}) {
  let left = times;
  await page.route(address, (route) => (left-- > 0 ? answer(route) : route.fallback()));
  return () => {
    left = 0;
  };
}

/** The shop does as it was asked, and its answer is lost. */
export const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};
