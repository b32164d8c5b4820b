import { afterAll, beforeAll } from 'vitest';
import { openTestShop, type TestShop } from './test-shop.ts';

/** The shop of a test file: opened before its first test, closed after the last. Its members exist only inside of tests. */
export function shareTestShop(...args: Parameters<typeof openTestShop>): TestShop {
  const shop = {} as TestShop;
  beforeAll(async () => {
    Object.assign(shop, await openTestShop(...args));
  });
  afterAll(() => shop.close());
  return shop;
}
