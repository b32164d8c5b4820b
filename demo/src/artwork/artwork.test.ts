import { categories } from '@shop/contract/products/categories';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../catalogue/catalogue.ts';
import { drawArtwork } from './artwork.ts';
import { categoryMark } from './category-marks.ts';
import { captionLines, faceValueOf } from './face-value.ts';
import { missingGlyphs } from './lettering.ts';

const variants = [0, 1, 2] as const;
const pictures = demoProducts.flatMap((product) => variants.map((variant) => drawArtwork(product, variant)));

describe('the demo artwork', () => {
  it('the artwork differs for every product and variant', () => {
    expect(new Set(pictures).size).toBe(demoProducts.length * variants.length);
  });

  it.each(variants)('the artwork is the same in every run (variant %i)', (variant) => {
    for (const product of demoProducts.slice(0, 3)) {
      expect(drawArtwork(product, variant)).toBe(drawArtwork({ ...product }, variant));
    }
  });

  it('the artwork has no font, no gradient and no invalid number', () => {
    for (const picture of pictures) expect(picture).not.toMatch(/<text|font|[gG]radient|NaN|undefined|Infinity/);
  });

  it('the alphabet has every character that the artwork prints', () => {
    for (const product of demoProducts) {
      const { figure, unit } = faceValueOf(product);
      const printed = [product.company, figure, unit, ...captionLines(product.title, 40)].join(' ');
      expect(missingGlyphs(printed), product.title).toEqual([]);
    }
  });

  it('each category has its own mark', () => {
    expect(new Set(categories.map(categoryMark)).size).toBe(categories.length);
  });

  it.each([
    ['Amazon Pay Gift Card ₹1,000', { figure: '₹1,000', unit: '' }],
    ['Myntra 20% Off Fashion Coupon', { figure: '20%', unit: '' }],
    ['Kaspersky Plus, 1 Device, 1 Year', { figure: '1', unit: 'Year' }],
    ['cult.fit 10 Session Voucher', { figure: '10', unit: 'Sessions' }],
    ["Domino's Buy 1 Get 1 Coupon", { figure: '1+1', unit: '' }],
    ['Udemy Single Course Credit', { figure: '₹449', unit: '' }],
  ])('prints what the title promises: %s', (title, value) => {
    expect(faceValueOf({ title, pricePaise: 44900 })).toEqual(value);
  });
});
