import { test as base, expect, type LaunchOptions } from '@playwright/test';
import { launchOptions } from './chromium.ts';
import { E2eShop } from './shop.ts';

type WorkerFixtures = { shop: E2eShop; launch: Awaited<ReturnType<typeof launchOptions>> };
type TestFixtures = { complaints: string[]; shelf: 'empty' };

/** What the test runner itself says where it keeps the page's worker out. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';
/** A page asks about an order that is not paid, and may do so as it is given up. */
const LATE_CHECK = /a status of 404 .* at .*\/api\/v1\/orders\/[\w-]+\/check$/;

/** A page lives for a second or two here: what the optimising compilers would save is less than they take. */
const forShortLives = ({ args = [], ...options }: LaunchOptions): LaunchOptions => ({
  ...options,
  args: [...args, '--js-flags=--no-opt --no-maglev'],
});

/** `shop` is shared by the tests of a worker: each test makes the people and products it needs. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  launchOptions: [async ({}, use) => use(forShortLives(await launchOptions())), { scope: 'worker' }],
  shop: [
    async ({}, use) => {
      const shop = await E2eShop.open();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** Empty: what other tests had on sale would fill every list, and what a look at a page costs grows with it. */
  shelf: [
    async ({ shop }, use) => {
      await shop.ask('query', 'update products set deleted_at = now() where deleted_at is null');
      await use('empty');
    },
    { auto: true },
  ],
  /** Whatever the page complained about on its console; a test that expects some takes them out. */
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

/** What the browser says instead of a status when there was no answer. */
export const NO_ANSWER = 'net::ERR_FAILED';

/** Takes out what a page complained about: answers of exactly these statuses, each at least once, and nothing else. */
export async function expectComplaints(complaints: string[], ...statuses: (number | string)[]): Promise<void> {
  const failure = /^Failed to load resource: (?:the server responded with a status of )?(\S+)/;
  const heard = () => [...new Set(complaints.map((text) => failure.exec(text)?.[1] ?? text))].toSorted();
  await expect.poll(heard).toEqual(statuses.map(String).toSorted());
  complaints.length = 0;
}
