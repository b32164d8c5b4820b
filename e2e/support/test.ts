import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { launchOptions } from './chromium.ts';
import { E2eShop } from './shop.ts';

type WorkerFixtures = { shop: E2eShop; launch: Awaited<ReturnType<typeof launchOptions>> };
type TestFixtures = { complaints: string[]; emptyCatalogue: 'empty' };

/** Playwright's own console message when it blocks the service worker. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';
/** A page may poll an unpaid order at the moment when it is cancelled. */
const LATE_CHECK = /a status of 404 .* at .*\/api\/v1\/orders\/[\w-]+\/check$/;

/** Disables the optimising compilers, which cost more than they save on pages that live for a second or two. */
const withoutOptimisers = ({ args = [], ...options }: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [...args, '--js-flags=--no-opt --no-maglev'],
});

/** The tests of a worker share one `shop`, so each test creates its own users and products. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [async ({}, use) => use(withoutOptimisers(await launchOptions())), { scope: 'worker' }],
  shop: [
    async ({}, use) => {
      const shop = await E2eShop.open();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** Removes the products of earlier tests, which would fill the lists and slow every page down. */
  emptyCatalogue: [
    async ({ shop }, use) => {
      await shop.ask('query', 'update products set deleted_at = now() where deleted_at is null');
      await use('empty');
    },
    { auto: true },
  ],
  /** Errors and warnings of the browser console. A test must remove those that it expects. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.text() === WORKER_BLOCKED) return;
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        const complaint = `${message.text()} at ${message.location().url}`;
        if (!LATE_CHECK.test(complaint)) complaints.push(complaint);
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** The browser's error code of a request without a reply. */
export const NO_ANSWER = 'net::ERR_FAILED';

/** Expects console errors with exactly these statuses, each at least once, and removes them. */
export async function expectComplaints(complaints: string[], ...statuses: (number | string)[]): Promise<void> {
  const failure = /^Failed to load resource: (?:the server responded with a status of )?(\S+)/;
  const heard = () => [...new Set(complaints.map((text) => failure.exec(text)?.[1] ?? text))].toSorted();
  await expect.poll(heard).toEqual(statuses.map(String).toSorted());
  complaints.length = 0;
}
