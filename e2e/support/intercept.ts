import type { Page, Route } from '@playwright/test';

export type Answer = (route: Route) => unknown;
type Address = Parameters<Page['route']>[0];

/**
 * Answers requests to an address, `times` times or until the returned function is called. Playwright's own `unroute` and
 * `times` are not used: they stop request interception, and a request sent at that moment hangs for ever.
 */
export async function intercept(page: Page, address: Address, answer: Answer, { times = Infinity } = {}) {
  let left = times;
  await page.route(address, (route) => (left-- > 0 ? answer(route) : route.fallback()));
  return () => {
    left = 0;
  };
}

/** The server handles the request, but the reply is lost. */
export const loseReply = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};
