import { bugReportTypes, contactTypes } from '@shop/contract/contact-types';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './artwork/seeded-random.ts';
import { demoProducts } from './catalogue/catalogue.ts';
import { demoEnquiries } from './enquiries.ts';
import { demoOrders } from './order-plan.ts';
import { demoCustomers } from './people.ts';

const now = new Date('2026-11-15T09:00:00Z');
const plan = () => demoOrders(demoCustomers, demoProducts, seededRandom('orders'), now);
const orders = plan();
const productOf = (slug: string) => demoProducts.find((product) => product.slug === slug);

describe('the demo customers', () => {
  it('the demo has a few dozen customers without real addresses', () => {
    expect(demoCustomers).toHaveLength(36);
    expect(new Set(demoCustomers.map(({ email }) => email)).size).toBe(36);
    expect(new Set(demoCustomers.map(({ mobile }) => mobile)).size).toBe(36);
    for (const { email, mobile } of demoCustomers) {
      expect(email).toMatch(/@example\.(com|in|org)$/);
      expect(mobile).toMatch(/^\d{10}$/);
    }
  });

  it('demo enquiries use subjects that the forms offer', () => {
    expect(demoEnquiries).toHaveLength(18);
    for (const { source, contactType } of demoEnquiries) {
      expect(Object.keys(source === 'contact' ? contactTypes : bugReportTypes)).toContain(contactType);
    }
  });
});

describe('the demo orders', () => {
  it('the demo orders are the same for the same seed and day', () => {
    expect(plan()).toEqual(orders);
  });

  it('the demo orders fill the last 90 days and become more frequent', () => {
    expect(orders).toHaveLength(320);
    expect(orders.every(({ daysAgo }) => daysAgo > 0 && daysAgo < 90)).toBe(true);
    const within = (from: number, to: number) => orders.filter(({ daysAgo }) => daysAgo >= from && daysAgo < to).length;
    expect(within(0, 30)).toBeGreaterThan(within(60, 90));
  });

  it('demo orders come after the customer joined and before the product expired', () => {
    for (const { customerIndex, productSlug, daysAgo } of orders) {
      expect(demoCustomers[customerIndex]?.joinedDaysAgo).toBeGreaterThan(daysAgo);
      expect(daysAgo + (productOf(productSlug)?.expiryInDays ?? Number.NaN)).toBeGreaterThan(0);
    }
  });

  it('a demo customer orders a one-time product once', () => {
    const oneTime = orders.filter(({ productSlug }) => productOf(productSlug)?.isOneTimeUse);
    expect(oneTime).not.toEqual([]);
    expect(oneTime.every(({ quantity }) => quantity === 1)).toBe(true);
    const pairs = oneTime.map(({ customerIndex, productSlug }) => `${customerIndex} ${productSlug}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('demo orders have every outcome, and only delivered ones are rated', () => {
    const ended = (outcome: string) => orders.filter((order) => order.outcome === outcome).length;
    expect(ended('completed')).toBeGreaterThan(240);
    for (const outcome of ['refunded', 'failed', 'cancelled']) expect(ended(outcome)).toBeGreaterThan(2);
    const rated = orders.filter(({ rating }) => rating);
    expect(rated.length).toBeGreaterThan(80);
    expect(rated.every(({ outcome }) => outcome === 'completed')).toBe(true);
  });

  it('a demo customer rates a product once', () => {
    const raters = orders.flatMap((order) => (order.rating ? `${order.customerIndex} ${order.productSlug}` : []));
    expect(new Set(raters).size).toBe(raters.length);
  });
});
