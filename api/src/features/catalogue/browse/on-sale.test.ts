import { describe, expect, it } from 'vitest';
import { buildProduct } from '../../../testing/data/builders.ts';
import { shareTestShop } from '../../../testing/share-test-shop.ts';

/** Only products that are active, not sold out and not expired appear in lists, suggestions, facets and similar products. */

const shop = shareTestShop();

let companies = 0;
/** Builds a company with one product on sale and one product under test. */
async function stock(underTest: Parameters<typeof buildProduct>[1] = {}) {
  const company = `Shelf ${++companies}`;
  const open = await buildProduct(shop, { company, title: `Open ${companies}`, category: 'Membership' });
  const tested = await buildProduct(shop, {
    company,
    title: `Tested ${companies}`,
    category: 'Membership',
    ...underTest,
  });
  return { company, open, tested };
}

/** The places in which a visitor sees the product under test. */
async function placesOf({ company, open, tested }: Awaited<ReturnType<typeof stock>>): Promise<string[]> {
  const visitor = shop.visitor();
  const query = { company, limit: 100 };
  const list = await visitor.call('listProducts', { query });
  const search = await visitor.call('searchProducts', { query: { ...query, q: tested.title } });
  const suggest = await visitor.call('suggestProducts', { query: { q: tested.title } });
  const facets = await visitor.call('productFacets', { query: { company } });
  const similar = await visitor.call('similarProducts', { params: { id: open.id } });
  const holds = (products: { _id: string }[]) => products.some(({ _id }) => _id === tested.id);
  const places = {
    list: holds(list.body.data),
    'list total': list.body.pagination.total === 2,
    search: holds(search.body.data),
    'search total': search.body.pagination.total === 1,
    suggest: holds(suggest.body.data),
    facets: facets.body.data.categories[0]?.count === 2,
    company: holds(similar.body.data.ProductsByCompany),
    category: holds(similar.body.data.ProductsByCategory),
  };
  return Object.entries(places).flatMap(([place, isThere]) => (isThere ? place : []));
}

const EVERYWHERE = ['list', 'list total', 'search', 'search total', 'suggest', 'facets', 'company', 'category'];
const takeUnits = (productId: string) =>
  shop.db.updateTable('units').set({ state: 'withdrawn' }).where('product_id', '=', productId).execute();

describe('a product in lists', () => {
  it('a product on sale appears everywhere', async () => {
    expect(await placesOf(await stock())).toEqual(EVERYWHERE);
  });

  it.each([
    ['inactive', () => ({ is_active: false })],
    ['deleted', () => ({ deleted_at: shop.clock.now() })],
    ['sold', () => ({ units: 0 })],
    ['expired', () => ({ expiry_date: shop.clock.now() })],
  ])('a product that is %s appears nowhere', async (_state, overrides) => {
    expect(await placesOf(await stock(overrides()))).toEqual([]);
  });

  it('a product without units but not yet marked as sold appears only in facets', async () => {
    const shown = await stock({ units: 1 });
    await takeUnits(shown.tested.id);
    // Facets use `is_sold`, which the sale sets itself, so they may be late by a moment.
    expect(await placesOf(shown)).toEqual(['facets']);
  });
});

describe('a product that goes off sale', () => {
  it('a product disappears everywhere when it expires', async () => {
    const shown = await stock({ expiry_date: new Date(shop.clock.now().getTime() + 60_000) });
    expect(await placesOf(shown)).toEqual(EVERYWHERE);
    shop.clock.advance(61_000);
    expect(await placesOf(shown)).toEqual([]);
  });

  it('a product disappears while its last unit is held, and returns on cancellation', async () => {
    const shown = await stock({ units: 1, price: 499 });
    expect(await placesOf(shown)).toEqual(EVERYWHERE);
    const buyer = await shop.customer();
    const order = await buyer.call('createOrder', { body: { productId: shown.tested.id, amount: 499, quantity: 1 } });
    expect(order.status).toBe(201);
    expect(await placesOf(shown)).toEqual([]);
    await buyer.call('deleteOrder', { params: { id: order.body.order._id } });
    expect(await placesOf(shown)).toEqual(EVERYWHERE);
  });
});
