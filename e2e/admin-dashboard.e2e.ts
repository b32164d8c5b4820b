import { expectAccessible } from './support/accessible.ts';
import { placeOrder, sendEnquiry, shortId } from './support/api-calls.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ page, shop }) => {
  await shop.ask('query', 'delete from rate_limits');
  await signInAs(page, shop, { role: 'admin' });
});

test('the sales chart shows the period before and each day by pointer and keyboard', async ({ page, shop }) => {
  await shop.ask('query', `update orders set created_at = created_at - interval '90 days'`);
  const product = await shop.ask('buildProduct', { price: 1200, units: 5 });
  const sold = async (daysAgo: number, paise: number) => {
    const { order } = await placeOrder(shop, product);
    await shop.ask(
      'query',
      `update orders set payment_status = 'completed', is_delivered = true, amount_paid_paise = ${paise},
         created_at = created_at - interval '${daysAgo} days' where id = '${order._id}'`,
    );
  };
  await sold(0, 120_000);
  await sold(1, 50_000);
  await sold(7, 80_000);
  await page.goto('/admin/dashboard?days=7');
  const chart = page.getByRole('slider', { name: 'Sales by day' });
  await expect(chart.locator('text').filter({ hasText: '₹' }).first()).toBeVisible();
  await expect(chart.locator('polyline[stroke-dasharray]')).toHaveCount(1);
  await expect(page.getByText('Revenue, period before')).toBeVisible();

  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /₹1,200, 1 order, before: .*₹800, 1 order/);
  await expect(chart).toContainText('₹1,200, 1 order');
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /₹500, 1 order, before: .*₹0, 0 orders/);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('End');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('heading', { name: 'Dashboard' }).click();

  const box = await chart.boundingBox();
  if (!box) throw new Error('the chart is not there');
  await page.mouse.move(box.x + box.width * 0.93, box.y + box.height / 2);
  await expect(chart).toContainText('₹1,200, 1 order');
  await page.mouse.move(box.x + box.width / 2, box.y - 20);
  await expect(chart).not.toContainText('₹1,200, 1 order');
  // With forced colours the chart keeps its own colours, and so does its legend.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  const explained = page.getByText('Revenue (₹)').locator('span');
  await expect(explained).toHaveCSS('background-color', 'rgb(11, 93, 78)');
});

test('the navigation shows the number of pending enquiries', async ({ page, shop }) => {
  await shop.ask('query', 'delete from contacts');
  await page.goto('/admin/orders');
  const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: /^Feedbacks/ });
  await expect(link).toHaveText('Feedbacks');
  await sendEnquiry(shop, 'Asha Waits');
  await sendEnquiry(shop, 'Ravi Waits');
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(link).toHaveText('Feedbacks2 waiting');
  await link.click();
  await page.getByRole('button', { name: 'View contact from Asha Waits' }).click();
  await page.getByRole('button', { name: 'Mark as Resolved' }).click();
  await page.keyboard.press('Escape');
  await expect(link).toHaveText('Feedbacks1 waiting');
  // With forced colours the count takes the background of the selected link, which its text colour needs.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(link.locator('> span')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('the command palette finds products, orders and customers', async ({ page, shop }) => {
  const mark = `Palette${Date.now()}`;
  const product = await shop.ask('buildProduct', { title: `${mark} voucher` });
  const { user, order } = await placeOrder(shop, product, { name: `${mark} Buyer` });
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Jump to' });
  const option = (name: string | RegExp) => palette.getByRole('option', { name });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(mark.slice(0, -1));
  await expect(option(`${mark} voucher`)).toBeVisible();
  await page.keyboard.type(mark.slice(-1));
  await expect(option(`${mark} voucher`)).toBeVisible();
  await expect(option(new RegExp(`^${shortId(order._id)} ${mark} Buyer`))).toBeVisible();
  await expect(option(`${mark} Buyer ${user.email}`)).toBeVisible();
  await expect(option('Search products for')).toBeVisible();
  await expect(palette.getByRole('option').first()).toContainText(`${mark} voucher`);
  await expectAccessible(page);
  await option(`${mark} Buyer ${user.email}`).click();
  await expect(page).toHaveURL(`/admin/customers/${user.id}`);

  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(order._id.slice(-7));
  await expect(option(new RegExp(`^${shortId(order._id)}`))).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/orders/${order._id}`);
});

test('keyboard shortcuts open screens, are listed by "?" and can be switched off', async ({ page }) => {
  await page.goto('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  // The heading takes the focus when the screen has loaded.
  await expect(page.getByRole('heading', { name: 'Orders Management' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Search orders...')).toBeFocused();
  await page.keyboard.type('gp?');
  await expect(page).toHaveURL(/q=gp/);
  await page.getByRole('heading', { name: 'Orders Management' }).click();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toContainText('Customers');
  await expectAccessible(page);
  await list.getByLabel('Use these shortcuts').uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page).toHaveURL(/admin\/orders/);
  await expect(list.getByLabel('Use these shortcuts')).not.toBeChecked();
});
