import type { Page, Route } from '@playwright/test';

export type Answer = (route: Route) => unknown;
type Address = Parameters<Page['route']>[0];

/**
 * Answers an address in place of the shop, `times` times or until the returned function is called. Playwright's own
 * ways (`unroute`, `times`) stop its interception of the network, and a request sent at that moment hangs.
 */
export async function intercept(page: Page, address: Address, answer: Answer, { times = Infinity } = {}) {
  let left = times;
  await page.route(address, (route) => (left-- > 0 ? answer(route) : route.fallback()));
  return () => {
    left = 0;
  };
}

/** The shop handles the request, but its reply is lost. */
export const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};
