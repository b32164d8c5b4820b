import type { Page } from '@playwright/test';

export const productForm = (page: Page, title = 'Add New Product') => page.getByRole('dialog', { name: title });

/** Fills in the required fields of a new product. */
export async function fillRequired(page: Page, values: { title: string; code: string }) {
  const modal = productForm(page);
  await modal.getByLabel('Product Title').fill(values.title);
  await modal.getByLabel('Product Code').fill(values.code);
  await modal.getByLabel('Category').selectOption('Gift Card');
  await modal.getByLabel('Company').fill('Acme');
  await modal.getByLabel('Price', { exact: true }).fill('499.50');
  await modal.getByLabel('Expiry Date').fill('2099-12-31');
}
