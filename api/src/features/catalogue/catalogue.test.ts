import { productSorts } from '@shop/contract/products/categories';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { buildProduct } from '../../testing/data/builders.ts';
import { shareTestShop } from '../../testing/share-test-shop.ts';

const shop = shareTestShop();

const titles = (products: { title: string }[]) => products.map((product) => product.title);

describe('the product list', () => {
  it('the last page keeps the order although it is read from the end', async () => {
    for (const price of [3, 1, 4, 2]) await buildProduct(shop, { title: `Of ${price}`, price, company: 'Last Page' });
    const query = { company: 'Last Page', sort: 'price-asc', limit: 2, page: 2 };
    const { body } = await shop.visitor().call('listProducts', { query });
    expect(titles(body.data)).toEqual(['Of 3', 'Of 4']);
  });

  it('products that sort equally appear once each across pages', async () => {
    const createdAt = shop.clock.now();
    for (let made = 0; made < 4; made += 1) await buildProduct(shop, { company: 'All Equal', createdAt });
    for (const sort of productSorts) {
      const ids = new Set<string>();
      for (const page of [1, 2]) {
        const query = { company: 'All Equal', sort, limit: 2, page };
        const { body } = await shop.visitor().call('listProducts', { query });
        for (const { _id } of body.data) ids.add(_id);
      }
      expect([sort, ids.size]).toEqual([sort, 4]);
    }
  });

  it('the list filters by category, company and price, sorts five ways and pages', async () => {
    const company = 'Listing House';
    const make = (title: string, price: number, rest: Parameters<typeof buildProduct>[1] = {}) =>
      buildProduct(shop, { title, price, company, ...rest });
    const hours = (count: number) => new Date(shop.clock.now().getTime() + count * 3_600_000);
    const cheap = await make('Cheap', 10, { createdAt: hours(-3), expiry_date: hours(5) });
    const middle = await make('Middle', 20.5, { createdAt: hours(-2), expiry_date: hours(3), category: 'Coupon' });
    const dear = await make('Dear', 30, { createdAt: hours(-1), expiry_date: hours(4) });
    const rate = (id: string, rating: { rating_sum: number; rating_count: number }) =>
      shop.db.updateTable('products').set(rating).where('id', '=', id).execute();
    await rate(dear.id, { rating_sum: 4, rating_count: 1 });
    // Among equal averages, the product with more ratings comes first.
    await rate(middle.id, { rating_sum: 9, rating_count: 2 });
    await rate(cheap.id, { rating_sum: 18, rating_count: 4 });

    const visitor = shop.visitor();
    const list = async (query: Record<string, string | number>) => {
      const { status, body } = await visitor.call('listProducts', { query: { company, ...query } });
      expect(status).toBe(200);
      return { titles: titles(body.data), pagination: body.pagination };
    };
    expect((await list({})).titles).toEqual(['Dear', 'Middle', 'Cheap']);
    expect((await list({ sort: 'price-asc' })).titles).toEqual(['Cheap', 'Middle', 'Dear']);
    expect((await list({ sort: 'price-desc' })).titles).toEqual(['Dear', 'Middle', 'Cheap']);
    expect((await list({ sort: 'rating' })).titles).toEqual(['Cheap', 'Middle', 'Dear']);
    expect((await list({ sort: 'expiring' })).titles).toEqual(['Middle', 'Dear', 'Cheap']);
    expect((await list({ category: 'Coupon' })).titles).toEqual(['Middle']);
    expect((await list({ minPrice: 20.5, maxPrice: 30 })).titles).toEqual(['Dear', 'Middle']);
    expect((await list({ minPrice: '', maxPrice: '' })).titles).toEqual(['Dear', 'Middle', 'Cheap']);
    // A limit between two paise excludes the paisa outside of it.
    expect((await list({ minPrice: 20.495, maxPrice: 29.995 })).titles).toEqual(['Middle']);
    expect((await list({ minPrice: 20.501, maxPrice: 30.001 })).titles).toEqual(['Dear']);
    expect(await list({ limit: 2 })).toEqual({
      titles: ['Dear', 'Middle'],
      pagination: { page: 1, limit: 2, total: 3, pages: 2 },
    });
    expect((await list({ limit: 2, page: 2 })).titles).toEqual(['Cheap']);
    expect((await list({ limit: 1, page: 2 })).titles).toEqual(['Middle']);
    expect(await list({ limit: 2, page: 9 })).toEqual({
      titles: [],
      pagination: { page: 9, limit: 2, total: 3, pages: 2 },
    });
  });
});

describe('one product', () => {
  it('the reply contains the product without its goods', async () => {
    const { id } = await buildProduct(shop, { title: 'Shown', price: 12.5, originalPrice: 20, units: 3 });
    const { status, body } = await shop.visitor().call('findProduct', { params: { id } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      _id: id,
      title: 'Shown',
      price: 12.5,
      originalPrice: 20,
      usageLimit: 3,
      isSold: false,
      availability: 'available',
      rating: null,
      ratingCount: 0,
    });
    expect(body.data).not.toHaveProperty('code');
    expect(body.data).not.toHaveProperty('productLink');
  });

  it('a sold-out or expired product is shown with its availability', async () => {
    const visitor = shop.visitor();
    const soldOut = await buildProduct(shop, { units: 0 });
    const expired = await buildProduct(shop, { expiry_date: shop.clock.now() });
    const availability = async (id: string) =>
      (await visitor.call('findProduct', { params: { id } })).body.data.availability;
    expect(await availability(soldOut.id)).toBe('sold-out');
    expect(await availability(expired.id)).toBe('expired');
  });

  it.each(['findProduct', 'similarProducts'] as const)(
    '%s answers 404 for an inactive, deleted or unknown product and a bad id',
    async (call) => {
      const inactive = await buildProduct(shop, { is_active: false });
      const deleted = await buildProduct(shop, { deleted_at: shop.clock.now() });
      for (const id of [inactive.id, deleted.id, newId(), 'nonsense', "' or 1=1"]) {
        const { status, body } = await shop.visitor().call(call, { params: { id } });
        expect([id, status, body.code]).toEqual([id, 404, 'NOT_FOUND']);
      }
    },
  );

  it('a repeated request gets 304 until the product changes', async () => {
    const product = await buildProduct(shop, { price: 100 });
    const visitor = shop.visitor();
    const ask = (headers: Record<string, string> = {}) =>
      visitor.call('findProduct', { params: { id: product.id }, headers });
    const first = await ask();
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': `"other", ${first.headers.get('etag')}` };
    const unchanged = await ask(headers);
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
    expect((await ask({ 'if-none-match': '*' })).status).toBe(304);
    await shop.db.updateTable('products').set({ price_paise: 5000 }).where('id', '=', product.id).execute();
    const changed = await ask(headers);
    expect([changed.status, changed.body.data.price]).toEqual([200, 50]);
  });
});

describe('similar products', () => {
  it.each([
    { state: 'on sale', units: 1, category: 'Software Key' } as const,
    { state: 'sold out', units: 0, category: 'Membership' } as const,
  ])('both similar lists hold up to eight other products, newest first, if $state', async (given) => {
    const { state, units, category } = given;
    const company = `Similar House, ${state}`;
    const build = (age: number, rest: Parameters<typeof buildProduct>[1]) =>
      buildProduct(shop, { createdAt: new Date(shop.clock.now().getTime() - age * 60_000), ...rest });
    const shown = await build(0, { company, category, units });
    for (let age = 1; age <= 10; age++) {
      await build(age, { title: `Company ${age}`, company, category: 'Other' });
      await build(age, { title: `Category ${age}`, company: 'Elsewhere', category });
    }
    const { body } = await shop.visitor().call('similarProducts', { params: { id: shown.id.toUpperCase() } });
    const eight = (word: string) => Array.from({ length: 8 }, (_, index) => `${word} ${index + 1}`);
    expect(titles(body.data.ProductsByCompany)).toEqual(eight('Company'));
    expect(titles(body.data.ProductsByCategory)).toEqual(eight('Category'));
  });
});
