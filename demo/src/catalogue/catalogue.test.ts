import { categories } from '@shop/contract/products/categories';
import { productInput } from '@shop/contract/products/product-input';
import { describe, expect, it } from 'vitest';
import { demoProducts } from './catalogue.ts';

const countBy = (key: (product: (typeof demoProducts)[number]) => string): Record<string, number> =>
  demoProducts.reduce<Record<string, number>>((counts, product) => {
    counts[key(product)] = (counts[key(product)] ?? 0) + 1;
    return counts;
  }, {});

const inFuture = demoProducts.filter(({ expiryInDays }) => expiryInDays > 0);

describe('the demo catalogue', () => {
  it.each(demoProducts)('the product form accepts $slug', (product) => {
    const form = {
      ...product,
      price: product.pricePaise / 100,
      ...(product.originalPricePaise && { originalPrice: product.originalPricePaise / 100 }),
      expiryDate: '2030-01-01',
    };
    expect(productInput.safeParse(form).error?.issues).toBeUndefined();
    expect(product.details.length).toBeGreaterThanOrEqual(3);
    expect(product.howToRedeem.length).toBeGreaterThanOrEqual(3);
    expect(product.termsAndConditions.length).toBeGreaterThanOrEqual(3);
    expect(product.productLink).toMatch(/^https:\/\//);
  });

  it('slugs, titles and codes of the demo catalogue are unique', () => {
    for (const key of ['slug', 'title', 'code'] as const) {
      expect(new Set(demoProducts.map((product) => product[key])).size).toBe(demoProducts.length);
    }
  });

  it('each demo code is marked as a demo', () => {
    for (const { code } of demoProducts) expect(code).toMatch(/^[A-Z]{4}-DEMO-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  });

  it('the demo catalogue fills every category and has many companies', () => {
    const byCategory = countBy(({ category }) => category);
    for (const category of categories) expect(byCategory[category], category).toBeGreaterThanOrEqual(8);
    expect(demoProducts.length).toBeGreaterThanOrEqual(72);
    expect(Object.keys(countBy(({ company }) => company)).length).toBeGreaterThanOrEqual(18);
  });

  it('the demo catalogue has the products that people search for first', () => {
    const titles = demoProducts.map(({ title }) => title);
    expect(titles).toContain('Amazon Pay Gift Card ₹500');
    expect(titles.filter((title) => /Gift Card ₹500$/.test(title)).length).toBeGreaterThanOrEqual(5);
  });

  it('the demo catalogue has inactive, sold-out, expired and expiring products', () => {
    const byState = countBy(({ state }) => state);
    expect(byState).toMatchObject({ inactive: 4, 'sold-out': 4 });
    expect(demoProducts.filter(({ expiryInDays }) => expiryInDays < 0)).toHaveLength(3);
    expect(inFuture.filter(({ expiryInDays }) => expiryInDays <= 7).length).toBeGreaterThanOrEqual(3);
    expect(inFuture.every(({ expiryInDays }) => expiryInDays <= 400)).toBe(true);
  });

  it('about a third of the demo products are discounted from a higher price', () => {
    const reduced = demoProducts.filter(({ originalPricePaise }) => originalPricePaise !== undefined);
    expect(reduced.length / demoProducts.length).toBeGreaterThan(0.28);
    expect(reduced.length / demoProducts.length).toBeLessThan(0.4);
    for (const { pricePaise, originalPricePaise } of reduced) expect(originalPricePaise).toBeGreaterThan(pricePaise);
  });
});
