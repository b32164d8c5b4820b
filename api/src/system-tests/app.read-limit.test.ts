import { expect, it, vi } from 'vitest';
import { createReadLimit } from '../platform/http/security/public-read-limit.ts';
import { TestClient } from '../testing/clients/test-client.ts';
import { openTestShop } from '../testing/test-shop.ts';

it('cached answers count against the read limit', async () => {
  const narrow = await openTestShop({ SHARED_ANSWERS_MB: '8', RATE_LIMIT_FACTOR: '0.02' }, { web: true });
  try {
    const reader = new TestClient(narrow.url);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await reader.call('listProducts')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    const refused = await reader.call('listProducts');
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await reader.fetch('/')).status).toBe(429);
    expect((await reader.fetch('/about')).status).toBe(429);
    expect((await fetch(`${narrow.url}/api/v1/products?page=2`, { method: 'HEAD' })).status).toBe(429);
  } finally {
    await narrow.close();
  }
});

it.each(['8', '0'])('every page counts as a read with SHARED_ANSWERS_MB=%s', async (SHARED_ANSWERS_MB) => {
  const narrow = await openTestShop({ SHARED_ANSWERS_MB, RATE_LIMIT_FACTOR: '0.02' }, { web: true });
  try {
    const reader = new TestClient(narrow.url);
    const statuses: number[] = [];
    // An attack: many unknown paths, each of which was rendered.
    for (const path of ['/login', '/about', '/x1', '/x2', '/about/x3', '/x4', '/x5', '/login'])
      statuses.push((await reader.fetch(path)).status);
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 429, 429]);
  } finally {
    await narrow.close();
  }
});

// An attack had 2,900 unknown paths rendered in eight seconds.
it('900 unknown paths of one client are hardly rendered and block nobody else', async () => {
  const attacked = await openTestShop(
    { SHARED_ANSWERS_MB: '8', RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' },
    { web: true },
  );
  try {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const attacker = new TestClient(attacked.url);
    const made = async () =>
      Number(/^shared_answers_made (\d+)/m.exec(await attacked.metrics.registry.metrics())?.[1] ?? Number.NaN);
    const before = await made();
    const answered = new Map<number, number>();
    for (let first = 0; first < 900; first += 100) {
      const paths = Array.from({ length: 100 }, (_, n) => `/nowhere-${first + n}`);
      const replies = await Promise.all(paths.map((path) => attacker.fetch(path, from('203.0.113.7'))));
      for (const { status } of replies) answered.set(status, (answered.get(status) ?? 0) + 1);
    }
    // A minute may end during the test; then the limit starts again.
    expect([...answered.keys()].sort()).toEqual([404, 429]);
    expect(answered.get(404)).toBeLessThanOrEqual(600);
    // One answer, and its renewals during the test.
    expect((await made()) - before).toBeLessThan(50);
    expect((await new TestClient(attacked.url).fetch('/about', from('203.0.113.8'))).status).toBe(200);
  } finally {
    await attacked.close();
  }
});

it('a cached page counts as the reads that it was made from', async () => {
  const narrow = await openTestShop({ SHARED_ANSWERS_MB: '8', RATE_LIMIT_FACTOR: '0.02' }, { web: true });
  try {
    const reader = new TestClient(narrow.url);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await reader.fetch('/')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  } finally {
    await narrow.close();
  }
});

it('X-Forwarded-For counts only with TRUST_PROXY', async () => {
  for (const [trust, refused] of [
    ['on', 0],
    ['off', 4],
  ] as const) {
    const narrow = await openTestShop({ SHARED_ANSWERS_MB: '8', RATE_LIMIT_FACTOR: '0.02', TRUST_PROXY: trust });
    try {
      let count = 0;
      for (let n = 0; n < 10; n += 1) {
        const headers = { 'x-forwarded-for': `10.0.0.1, 203.0.113.${n}` };
        if ((await new TestClient(narrow.url).call('listProducts', { headers })).status === 429) count += 1;
      }
      expect([trust, count]).toEqual([trust, refused]);
    } finally {
      await narrow.close();
    }
  }
});

it('all IPv6 addresses of one customer share a limit', () => {
  const limit = createReadLimit({ factor: 0.01 });
  expect([1, 2, 3, 4].map((n) => limit.take(`2001:db8::${n}`) === 0)).toEqual([true, true, true, false]);
  expect([limit.isSpent('2001:db8::5'), limit.isSpent('2001:db8:0:1::5')]).toEqual([true, false]);
});

it('the limit ends after a minute, also when the clock is set back', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    const limit = createReadLimit({ factor: 0.01 });
    const reads = () => Array.from({ length: 4 }, () => limit.take('203.0.113.9') === 0);
    expect(reads()).toEqual([true, true, true, false]);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(limit.take('203.0.113.9')).toBeLessThanOrEqual(60);
    vi.advanceTimersByTime(60_000);
    expect(reads()).toEqual([true, true, true, false]);
  } finally {
    vi.useRealTimers();
  }
});
