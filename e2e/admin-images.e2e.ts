import type { Locator, Page } from '@playwright/test';
import { placeOrder } from './support/api-calls.ts';
import { intercept } from './support/intercept.ts';
import { PNG, picture } from './support/picture.ts';
import { fillRequired, productForm } from './support/product-form.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, expectComplaints, test } from './support/test.ts';

type DroppedFile = { name: string; type: string; base64: string };
const dropped = (name: string, type = 'image/png', bytes = PNG): DroppedFile => ({
  name,
  type,
  base64: bytes.toString('base64'),
});

/** The DataTransfer of a drag with these files. */
const dragOf = (page: Page, files: DroppedFile[]) =>
  page.evaluateHandle((files) => {
    const drag = new DataTransfer();
    for (const { name, type, base64 } of files)
      drag.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
    return drag;
  }, files);

const names = (images: Locator) => images.getByRole('listitem').locator('.font-medium');

test.beforeEach(async ({ page, shop }) => {
  await signInAs(page, shop, { role: 'admin' });
});

test('dropped pictures are previewed, reordered, removed and saved with the product', async ({ page }) => {
  const title = `Dropped ${Date.now()}`;
  await page.goto('/admin/products/new');
  const modal = productForm(page);
  const area = modal.getByText('Drag and drop here');
  const images = modal.getByRole('list', { name: 'Chosen images' });
  await fillRequired(page, { title, code: `DROP-${Date.now()}` });

  const dataTransfer = await dragOf(page, [
    dropped('one.png'),
    dropped('two.png', 'image/png', Buffer.concat([PNG, Buffer.alloc(40 * 1024)])),
    dropped('three.png'),
    dropped('notes.txt', 'text/plain'),
  ]);
  await area.dispatchEvent('dragover', { dataTransfer });
  await area.dispatchEvent('drop', { dataTransfer });

  await expect(names(images)).toHaveText(['one.png', 'two.png', 'three.png']);
  await expect(modal.getByText('Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.')).toBeVisible();
  await expect(images.getByRole('listitem').nth(0)).toContainText('1 KB');
  await expect(images.getByRole('listitem').nth(1)).toContainText('40 KB');
  await expect(images.locator('img')).toHaveCount(3);
  for (const preview of await images.locator('img').all()) {
    await expect(preview).toBeVisible();
    await expect(preview).toHaveJSProperty('naturalWidth', 8);
  }
  await images.getByRole('button', { name: 'Move two.png up' }).click();
  await expect(names(images)).toHaveText(['two.png', 'one.png', 'three.png']);
  await expect(images.getByRole('button', { name: 'Move two.png up' })).toBeDisabled();
  await images.getByRole('button', { name: 'Remove one.png' }).click();
  await expect(names(images)).toHaveText(['two.png', 'three.png']);
  await expect(images.getByRole('button', { name: 'Remove three.png' })).toBeFocused();

  await modal.getByRole('button', { name: 'Save Product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  const edit = productForm(page, 'Edit Product');
  await expect(edit.getByText('Uploaded')).toHaveCount(2);
  await edit.getByRole('button', { name: 'Remove Image 2' }).click();
  await expect(edit.getByRole('button', { name: 'Remove Image 1' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edit.getByRole('button', { name: 'Choose files' })).toBeFocused();
});

test('a slow upload shows its progress', async ({ page, context }) => {
  await page.goto('/admin/products/new');
  const modal = productForm(page);
  await fillRequired(page, { title: `Slow ${Date.now()}`, code: `SLOW-${Date.now()}` });
  // Bytes after the end of a PNG are ignored, but they are uploaded.
  const heavy = picture('heavy.png', Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]));
  await modal.getByLabel('Images', { exact: true }).setInputFiles(heavy);

  const network = await context.newCDPSession(page);
  const limitUploads = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limitUploads(200 * 1024);
  await modal.getByRole('button', { name: 'Save Product' }).click();
  const bar = modal.getByRole('progressbar', { name: 'Uploading images' });
  await expect(bar).toBeVisible();
  await expect(bar).toBeInViewport();
  await expect(modal.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  const percent = () => bar.evaluate((element: HTMLProgressElement) => element.value);
  const first = await percent();
  expect(first).toBeLessThan(100);
  await expect.poll(percent).toBeGreaterThan(first);

  await limitUploads(-1);
  await expect(page.getByText('Product created successfully')).toBeVisible();
  await expect(modal).toHaveCount(0);
});

test('a missing picture is a placeholder in the form and in a customer order', async ({ page, shop, complaints }) => {
  const product = await shop.ask('buildProduct', {});
  await shop.ask('buildPictures', { productId: product.id, count: 2 });
  const { user } = await placeOrder(shop, product);
  await intercept(page, '**/media/**', (route) => route.fulfill({ status: 404 }));
  const drawings = (place: Locator) => place.locator('svg[viewBox="0 0 320 240"]');
  await page.goto(`/admin/products/${product.id}`);
  const images = productForm(page, 'Edit Product').getByRole('list', { name: 'Chosen images' });
  await expect(drawings(images)).toHaveCount(2);
  await page.goto(`/admin/customers/${user.id}`);
  await page.getByRole('main').locator('summary').click();
  await expect(drawings(page.getByRole('main'))).toHaveCount(2);
  await expectComplaints(complaints, 404);
});

test('a refused picture shows the reason, even after a refused save', async ({ page }) => {
  await page.goto('/admin/products/new');
  const form = productForm(page);
  await expect(form.getByLabel('Product Title')).toBeFocused();
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form.getByText('Company name is required')).toBeVisible();
  const images = form.getByLabel('Images', { exact: true });
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
  await images.setInputFiles([picture('one.png'), notes]);
  await expect(form.getByText('one.png', { exact: true })).toBeVisible();
  await expect(form.getByText('Company name is required')).toBeVisible();
  await expect(form.getByText('Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.')).toBeVisible();
  await images.setInputFiles(picture('two.png'));
  await expect(form.getByText('two.png', { exact: true })).toBeVisible();
  await expect(form.getByText('Only PNG, JPG, GIF, WebP or AVIF images can be uploaded.')).toHaveCount(0);
  await images.setInputFiles(Array.from({ length: 7 }, (_, number) => picture(`more-${number}.png`)));
  await expect(form.getByText('At most 8 images')).toBeVisible();
  await form.getByRole('button', { name: 'Remove two.png' }).click();
  await expect(form.getByText('At most 8 images')).toHaveCount(0);
});
