import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const paymentDialog = (page: Page) => page.getByRole('dialog', { name: 'Digital Goods Marketplace' });

/** Opens the product page and the payment dialog. */
export async function startBuying(page: Page, productId: string) {
  await page.goto(`/products/${productId}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(paymentDialog(page)).toBeVisible();
}

export async function payByCard(page: Page, number: string) {
  const dialog = paymentDialog(page);
  await dialog.getByLabel('Card number').fill(number);
  await dialog.getByLabel('Expiry (MM/YY)').fill('12/40');
  await dialog.getByLabel('CVV').fill('123');
  await dialog.getByLabel('Name on card').fill('Asha Rao');
  await dialog.getByRole('button', { name: /^Pay/ }).click();
}

export async function payByUpi(page: Page, vpa: string) {
  const dialog = paymentDialog(page);
  await dialog.getByRole('tab', { name: 'UPI' }).click();
  await dialog.getByLabel('UPI ID').fill(vpa);
  await dialog.getByRole('button', { name: /^Pay/ }).click();
}
