import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { clearLimit, limit, recordHit } from './rate-limit.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => shop.close());
beforeEach(() => shop.clock.set(new Date('2030-01-01T10:02:00Z')));

const RULE = { max: 10, windowMinutes: 15 };
let keys = 0;
const newKey = () => `key-${++keys}`;
const allowedOf = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled').length;
const times = <T>(count: number, attempt: () => Promise<T>) => Array.from({ length: count }, attempt);

describe('a rate limit', () => {
  it('a limit of 10 lets exactly 10 of 100 concurrent hits through', async () => {
    const key = newKey();
    expect(await allowedOf(times(100, () => limit(shop, key, RULE)))).toBe(10);
  });

  it('checking before counting lets too many hits through (control)', async () => {
    let counted = 0;
    const lookFirst = async () => {
      const { rows } = await shop.pool.query('select $1::int as counted', [counted]);
      if (rows[0].counted >= RULE.max) throw new Error('limited');
      await shop.pool.query('select 1');
      counted++;
    };
    expect(await allowedOf(times(100, lookFirst))).toBeGreaterThan(10);
  });

  it('the limit resets after the seconds that the refusal names', async () => {
    const key = newKey();
    const refusal = await Promise.all(times(11, () => limit(shop, key, RULE))).catch((error) => error);
    const { retryAfterSeconds } = refusal.details;
    expect(retryAfterSeconds).toBeLessThanOrEqual(13 * 60);
    shop.clock.advance(retryAfterSeconds * 1000);
    expect(await allowedOf([limit(shop, key, RULE)])).toBe(1);
  });

  it('a hit that is given back does not count', async () => {
    const key = newKey();
    for (let time = 0; time < 20; time++) await (await limit(shop, key, RULE)).giveBack();
    expect(await allowedOf(times(11, () => limit(shop, key, RULE)))).toBe(10);
  });

  it('giving back never goes below zero and never changes a later window', async () => {
    const key = newKey();
    const early = await Promise.all(times(3, () => limit(shop, key, RULE)));
    await clearLimit(shop, key);
    await limit(shop, key, RULE);
    for (const hit of early) await hit.giveBack();
    const [counted] = await Promise.all(times(10, () => limit(shop, key, RULE)));
    expect(await allowedOf([limit(shop, key, RULE)])).toBe(0);
    shop.clock.advance(15 * 60_000);
    await allowedOf(times(10, () => limit(shop, key, RULE)));
    await counted?.giveBack();
    expect(await allowedOf([limit(shop, key, RULE)])).toBe(0);
  });

  it('clearLimit resets its own key only', async () => {
    const [key, other] = [newKey(), newKey()];
    await allowedOf(times(10, () => limit(shop, key, RULE)));
    expect(await allowedOf([limit(shop, key, RULE), limit(shop, other, RULE)])).toBe(1);
    await clearLimit(shop, key);
    expect(await allowedOf([limit(shop, key, RULE)])).toBe(1);
  });

  it('RATE_LIMIT_FACTOR multiplies the limit', async () => {
    const key = newKey();
    const loose = { ...shop, config: { ...shop.config, RATE_LIMIT_FACTOR: 2.5 } };
    expect(await allowedOf(times(40, () => limit(loose, key, RULE)))).toBe(25);
  });

  it.each([
    [2, [1, 1, 2, 2, 3], 4, 5],
    [1.25, [1, 2, 3, 4, 4], 2, 3],
  ])('a factor of %d scales the count and marks one last and one first refused hit', async (factor, ...told) => {
    const [key, deps] = [newKey(), { ...shop, config: { RATE_LIMIT_FACTOR: factor } }];
    const hits = [];
    for (let hit = 0; hit < 5; hit += 1) hits.push(await recordHit(deps, key, { max: 2, windowMinutes: 15 }));
    const [last, firstBeyond] = [hits.findIndex((hit) => hit.isLast), hits.findIndex((hit) => hit.isFirstBeyond)];
    expect([hits.map(({ count }) => count), last + 1, firstBeyond + 1]).toEqual(told);
    expect(hits.filter((hit) => hit.isFirstBeyond)).toHaveLength(1);
  });
});

describe('public reads', () => {
  it('public reads are limited to 300 a minute per address; other calls are not', async () => {
    const proxied = await openTestShop({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' });
    try {
      // The start of a window, so that no window ends during the test.
      proxied.clock.set(new Date('2030-01-01T10:00:00Z'));
      const read = (address: string) =>
        proxied.visitor().call('listProducts', { query: { limit: 1 }, headers: { 'x-forwarded-for': address } });
      const replies = await Promise.all(times(310, () => read('203.0.113.1')));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(10);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await read('203.0.113.2')).status).toBe(200);
      const logout = await proxied.visitor().call('logout', { headers: { 'x-forwarded-for': '203.0.113.1' } });
      expect(logout.status).toBe(200);
    } finally {
      await proxied.close();
    }
  });
});
