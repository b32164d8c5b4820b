import { expect, test } from './support/test.ts';

test('the API reference obeys our content policy and loads no foreign resources', async ({ page, shop }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) strangers.push(request.url());
  });
  await page.goto('/api/docs');
  // The page loads four megabytes of script first.
  await expect(page.getByRole('heading', { name: 'Digital Goods Marketplace API' })).toBeVisible({ timeout: 40_000 });
  // Side-by-side columns prove that the styles were applied.
  const sidebar = page.getByRole('complementary', { name: /Sidebar/ });
  const main = page.getByRole('main');
  const [left, right] = [await sidebar.boundingBox(), await main.boundingBox()];
  expect(left?.width).toBeLessThan(400);
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? 0));

  await sidebar.getByRole('link', { name: /^Sign out/ }).click();
  await expect(main.getByRole('heading', { name: /^Sign out/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Ask AI' })).toHaveCount(0);
  // Not 'networkidle', which never came in one run.
  await page.waitForLoadState('load');
  expect(strangers).toEqual([]);
});
