import { request } from '@playwright/test';
import type { E2eShop } from './shop.ts';

type Product = { id: string; price_paise: number };
type Person = Parameters<typeof E2eShop.prototype.ask<'openSession'>>[1];

/** A new signed-in user who calls the API without a page. */
export async function openApiSession(shop: E2eShop, overrides: Person = {}) {
  const { user, cookies } = await shop.ask('openSession', overrides);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const calls = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { cookie, origin: shop.url } });
  return { user, calls };
}

/** Places an order that is not paid yet. */
export async function placeOrder(shop: E2eShop, product: Product, buyer: Person = {}) {
  const { user, calls } = await openApiSession(shop, buyer);
  const reply = await calls.post('/api/v1/orders/create', {
    data: { productId: product.id, amount: product.price_paise / 100, quantity: 1 },
  });
  if (!reply.ok()) throw new Error(await reply.text());
  const { order } = await reply.json();
  return { user, order: order as { _id: string; razorpayOrderId: string } };
}

/** Sends an enquiry as the contact form does. */
export async function sendEnquiry(shop: E2eShop, name: string, contactType = 'billing') {
  const calls = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } });
  const reply = await calls.post('/api/v1/contact/submit', {
    data: { name, email: 'writer@example.com', contactType, message: `A question from ${name}` },
  });
  if (!reply.ok()) throw new Error(await reply.text());
}

export const shortId = (id: string) => `#${id.slice(-6).toUpperCase()}`;
