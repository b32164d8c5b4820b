import { expect, test } from './support/test.ts';

test('the API can be read on a page under our own policy, which asks nobody else for anything', async ({
  page,
  shop,
}) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) strangers.push(request.url());
  });
  await page.goto('/api/docs');
  // Four megabytes of script come first.
  await expect(page.getByRole('heading', { name: 'Digital Goods Marketplace API' })).toBeVisible({ timeout: 40_000 });
  // Its styles are applied: without them everything stands in one column.
  const sidebar = page.getByRole('complementary', { name: /Sidebar/ });
  const main = page.getByRole('main');
  const [left, right] = [await sidebar.boundingBox(), await main.boundingBox()];
  expect(left?.width).toBeLessThan(400);
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));

  await sidebar.getByRole('link', { name: /^Sign out/ }).click();
  await expect(main.getByRole('heading', { name: /^Sign out/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Ask AI' })).toHaveCount(0);
  // Waiting until nothing at all is fetched has once had no end.
  await page.waitForLoadState('load');
  expect(strangers).toEqual([]);
});
