import { shopJobs } from '@shop/api/app';
import { buildProduct } from '@shop/api/testing/data/builders';
import { openTestShop, type TestShop } from '@shop/api/testing/test-shop';
import { toRupees } from '@shop/contract/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoProducts } from './catalogue/catalogue.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  for (const { title, subtitle, company, category, pricePaise } of demoProducts)
    await buildProduct(shop, { title, subtitle, company, category, price: toRupees(pricePaise), units: 1 });
});
afterAll(() => shop.close());

const search = async (q: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await shop.visitor().call('searchProducts', { query: { q, limit: 100, ...query } });
  expect(status).toBe(200);
  return body.data;
};
const titles = (products: readonly { title: string }[]) => products.map(({ title }) => title);
const titlesFor = async (q: string) => titles(await search(q));
const suggest = async (q: string) => (await shop.visitor().call('suggestProducts', { query: { q } })).body.data;

describe('search', () => {
  it("a search for 'amzon' finds Amazon", async () => {
    const found = await search('amzon');
    expect(found.length).toBeGreaterThan(2);
    expect(found.every(({ title, company }) => /amazon/i.test(title + company))).toBe(true);
  });

  it.each([
    ['netflx', 'Netflix'],
    ['SPOTFIY', 'Spotify'],
    ['microsft', 'Microsoft'],
    ['voucehr', 'Voucher'],
    ['Gogle', 'Google'],
    ['xbix', 'Xbox'],
    ['ubwr', 'Uber'],
    ['gidt', 'Gift'],
    ['amzaon', 'Amazon'],
    ['zmoato', 'Zomato'],
  ])('a search for %s is corrected to %s', async (typed, meant) => {
    const [first = ''] = await titlesFor(typed);
    expect(first).toContain(meant);
  });

  it("a search for 'gift 500' ranks gift cards of ₹500 first", async () => {
    const found = await search('gift 500');
    const fits = found.map(({ title, category }) => category === 'Gift Card' && /₹500\b/.test(title));
    const fitting = fits.filter(Boolean).length;
    expect(fitting).toBeGreaterThan(2);
    expect(fits.slice(0, fitting).every(Boolean)).toBe(true);
  });

  it('the ranking prefers title, company, subtitle in this order, and whole words', async () => {
    await buildProduct(shop, { title: 'Something', subtitle: 'zephyr inside', company: 'Weights' });
    await buildProduct(shop, { title: 'Zephyrine', company: 'Weights' });
    await buildProduct(shop, { title: 'Other', company: 'Zephyr' });
    await buildProduct(shop, { title: 'Zephyr', company: 'Weights' });
    expect(await titlesFor('zephyr')).toEqual(['Zephyr', 'Other', 'Zephyrine', 'Something']);
  });

  it('a search needs every word, in any order and case, whole or as a prefix', async () => {
    const expected = ['Google Play Gift Card ₹500', 'Google Play Gift Card ₹100'];
    expect((await titlesFor('GIFT goog')).sort()).toEqual(expected.sort());
    expect(await titlesFor('google swiggy')).toEqual([]);
  });

  it('a search is corrected only with words of products on sale', async () => {
    const build = (title: string, rest: Parameters<typeof buildProduct>[1] = {}) =>
      buildProduct(shop, { title, subtitle: '', company: 'Fellmark', ...rest });
    await build('Fellmark Gift Card');
    await build('Posters', { subtitle: 'Cards to print', company: 'Fellprint' });
    await build('Fellmork gifts cards', { is_active: false });
    await build('Fellmmark gift cards', { units: 0 });
    for (const q of ['fellmark cards', 'fellmark gifts cards', 'fellmork gift', 'fellmmark cards']) {
      const query = { q, company: 'Fellmark', sort: 'newest' } as const;
      const { body } = await shop.visitor().call('searchProducts', { query: { q } });
      expect([q, titles(body.data), body.pagination.total]).toEqual([q, ['Fellmark Gift Card'], 1]);
      const found = [
        (await shop.visitor().call('searchProducts', { query })).body.data,
        (await shop.visitor().call('listProducts', { query })).body.data,
        await suggest(q),
      ];
      expect([q, found.map(titles)]).toEqual([q, found.map(() => ['Fellmark Gift Card'])]);
      const { body: facets } = await shop.visitor().call('productFacets', { query: { q } });
      expect([q, facets.data.companies]).toEqual([q, [{ name: 'Fellmark', count: 1 }]]);
    }
    const { body } = await shop.visitor().call('searchProducts', { query: { q: 'Fellmork gift cards' } });
    expect(body.shownFor).toBe('fellmark gift card');
    const elsewhere = { q: 'fellmark card', category: 'Membership' } as const;
    expect((await shop.visitor().call('searchProducts', { query: elsewhere })).body).toMatchObject({
      data: [],
      shownFor: null,
    });
  });

  it.each([
    ["domino's", "Domino's Medium Pizza Voucher"],
    ['dominos pizza', "Domino's Medium Pizza Voucher"],
    ['cult.fit', 'cult.fit Elite, 3 Months'],
    ['steam ₹1,000', 'Steam Wallet Gift Card ₹1,000'],
    ['steam 1000', 'Steam Wallet Gift Card ₹1,000'],
  ])('a search for %s finds the expected product', async (typed, title) => {
    expect(await titlesFor(typed)).toContain(title);
  });

  it('a search finds words in any script', async () => {
    await buildProduct(shop, { title: 'दीवाली उपहार', company: 'Café Été' });
    expect(await titlesFor('दीवाली')).toEqual(['दीवाली उपहार']);
    expect(await titlesFor('café')).toEqual(['दीवाली उपहार']);
  });

  it.each(['qqqqqqqq', '!?', '%', "'", '\\', ':*', '& |'])('a search for %s finds nothing', async (text) => {
    expect(await search(text)).toEqual([]);
    expect(await suggest(text)).toEqual([]);
  });

  it('a search obeys the filters and the sort', async () => {
    const found = await search('gift', { category: 'Gift Card', maxPrice: 600, sort: 'price-desc' });
    const prices = found.map(({ price }) => price);
    expect(prices.length).toBeGreaterThan(3);
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect(Math.max(...prices)).toBeLessThanOrEqual(600);
  });

  it('search pages have no gaps and no repeats', async () => {
    const all = await titlesFor('gift');
    const pages = [];
    for (let page = 1; pages.length < all.length; page++)
      pages.push(...(await search('gift', { limit: 4, page })).map(({ title }) => title));
    expect(pages).toEqual(all);
  });

  it('a search without words lists products on sale, newest first', async () => {
    const listed = await shop.visitor().call('listProducts', { query: { limit: 5 } });
    expect(await search(' ', { limit: 5 })).toEqual(listed.body.data);
    expect(await suggest('')).toEqual([]);
  });

  it('a corrected typo in a title does not hide the product and is removed later', async () => {
    const product = await buildProduct(shop, { title: 'Kindel Unlimited' });
    await shop.db.updateTable('products').set({ title: 'Kindle Unlimited' }).where('id', '=', product.id).execute();
    expect(await titlesFor('kindel')).toEqual(['Kindle Unlimited']);
    const task = shopJobs(shop).find(({ name }) => name === 'forget-search-words');
    await task?.run({} as never);
    const words = shop.db.selectFrom('search_words').select('word').where('word', 'in', ['kindel', 'kindle']);
    expect(await words.execute()).toEqual([{ word: 'kindle' }]);
    expect(await titlesFor('kindel')).toEqual(['Kindle Unlimited']);
    expect(await titlesFor('spotify')).not.toEqual([]);
  });
});

describe('suggestions', () => {
  it("suggestions for 'spoti' offer Spotify products", async () => {
    const [first, ...others] = await suggest('spoti');
    expect(first).toEqual({
      _id: expect.any(String),
      title: expect.stringContaining('Spotify'),
      company: 'Spotify',
      category: expect.any(String),
      price: expect.any(Number),
      image: null,
    });
    expect(others).not.toEqual([]);
    expect(others.every(({ company, title }) => /spotify/i.test(company + title))).toBe(true);
  });

  it('there are at most eight suggestions', async () => {
    expect(await suggest('c')).toHaveLength(8);
  });
});

describe('facets', () => {
  const facets = async (query: Record<string, string | number>) =>
    (await shop.visitor().call('productFacets', { query })).body.data;

  it('each facet counts the list without its own filter', async () => {
    const company = 'Facet House';
    await buildProduct(shop, { title: 'Facet one', company, category: 'Coupon', price: 10 });
    await buildProduct(shop, { title: 'Facet two', company, category: 'Coupon', price: 20 });
    await buildProduct(shop, { title: 'Facet three', company, category: 'Other', price: 30.5 });
    await buildProduct(shop, { title: 'Facet four', company: 'Facet Annex', category: 'Other', price: 40 });

    expect(await facets({ q: 'facet' })).toEqual({
      categories: [
        { name: 'Coupon', count: 2 },
        { name: 'Other', count: 2 },
      ],
      companies: [
        { name: company, count: 3 },
        { name: 'Facet Annex', count: 1 },
      ],
      price: { min: 10, max: 40 },
    });
    expect(await facets({ q: 'facet', category: 'Other', company, maxPrice: 35 })).toEqual({
      categories: [
        { name: 'Coupon', count: 2 },
        { name: 'Other', count: 1 },
      ],
      companies: [{ name: company, count: 1 }],
      price: { min: 30.5, max: 30.5 },
    });
  });

  it('facets are empty if nothing matches', async () => {
    expect(await facets({ q: 'qqqqqqqq' })).toEqual({
      categories: [],
      companies: [],
      price: { min: null, max: null },
    });
  });

  it('the counts of a facet add up to the total of the list', async () => {
    const { categories, companies } = await facets({});
    const { total } = (await shop.visitor().call('listProducts')).body.pagination;
    const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
    expect([sum(categories), sum(companies)]).toEqual([total, total]);
  });
});
