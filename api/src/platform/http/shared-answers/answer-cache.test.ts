import { expect, it } from 'vitest';
import { makeAnswer } from './answer.ts';
import { type CachedAnswer, createAnswerCache, MAX_AGE_MS, RENEW_AFTER_MS } from './answer-cache.ts';

const answerOf = (text: string, reads = 1) =>
  makeAnswer({ body: Buffer.from(text), type: 'text/plain', headers: {}, reads, sources: new Map() });

function open(maxBytes = 1_000_000) {
  const clock = { ms: 1_000_000 };
  const cache = createAnswerCache({ maxBytes, now: () => clock.ms });
  const producerOf = (text: string) => async () => ({ asOf: clock.ms, answer: answerOf(text) });
  const keep = async (key: string, text: string) => {
    await cache.get(key, producerOf(text));
    cache.addUrl(key, `/${key}`);
  };
  return { clock, cache, keep, producerOf, read: (key: string) => cache.find(`/${key}`)?.body.toString() };
}

it('concurrent requests share one producer', async () => {
  const { cache, producerOf } = open();
  let made = 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      cache.get('list', () => {
        made += 1;
        return producerOf('list')();
      }),
    ),
  );
  expect(made).toBe(1);
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1);
});

it('one request renews an old answer, the others get it until it is a second old', async () => {
  const { clock, keep, read } = open();
  await keep('list', 'old');
  clock.ms += RENEW_AFTER_MS - 1;
  expect(read('list')).toBe('old');
  clock.ms += 1;
  expect([read('list'), read('list'), read('list')]).toEqual([undefined, 'old', 'old']);
  clock.ms += MAX_AGE_MS - RENEW_AFTER_MS - 1;
  expect(read('list')).toBe('old');
  clock.ms += 1;
  expect(read('list')).toBeUndefined();
  await keep('list', 'new');
  expect(read('list')).toBe('new');
});

it('the age counts from before the read; a clock set back expires the answer', async () => {
  const { clock, cache, read, keep } = open();
  await cache.get('slow', async () => {
    const asOf = clock.ms;
    clock.ms += MAX_AGE_MS;
    return { asOf, answer: answerOf('slow') };
  });
  cache.addUrl('slow', '/slow');
  expect(read('slow')).toBeUndefined();
  await keep('list', 'old');
  clock.ms -= 5_000;
  expect(read('list')).toBeUndefined();
});

it('a request does not wait for a producer that is a second old', async () => {
  const { clock, cache, producerOf } = open();
  const never = cache.get('list', () => new Promise(() => {}));
  clock.ms += MAX_AGE_MS;
  expect((await cache.get('list', producerOf('new'))).answer.body.toString()).toBe('new');
  expect(await Promise.race([never, 'still under way'])).toBe('still under way');
});

it('requests wait for the newest producer, also after an older one ended', async () => {
  const { clock, cache } = open();
  const [older, newer] = [Promise.withResolvers<CachedAnswer>(), Promise.withResolvers<CachedAnswer>()];
  const asked = cache.get('list', () => older.promise);
  const old = { asOf: clock.ms, answer: answerOf('old') };
  clock.ms += MAX_AGE_MS;
  void cache.get('list', () => newer.promise);
  older.resolve(old);
  await asked;
  const waiting = cache.get('list', () => Promise.reject(new Error('a third')));
  newer.resolve({ asOf: clock.ms, answer: answerOf('new') });
  expect((await waiting).answer.body.toString()).toBe('new');
});

it('an unchanged answer counts as the reads of its newest producer', async () => {
  const { clock, cache, keep } = open();
  await keep('page', 'same');
  clock.ms += RENEW_AFTER_MS;
  await cache.get('page', async () => ({ asOf: clock.ms, answer: answerOf('same', 3) }));
  expect(cache.find('/page')?.reads).toBe(3);
});

it('an answer under way during a change is not cached', async () => {
  const { clock, cache, producerOf, read } = open();
  let finish = () => {};
  const asked = cache.get('list', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { asOf: clock.ms, answer: answerOf('before') };
  });
  cache.invalidate();
  expect((await cache.get('list', producerOf('after'))).answer.body.toString()).toBe('after');
  finish();
  await asked;
  cache.addUrl('list', '/list');
  expect(read('list')).toBe('after');
});

it('an answer that is the same after a change is reused', async () => {
  const { clock, cache, keep, read } = open();
  await keep('list', 'same');
  const before = cache.find('/list');
  const zipped = before?.encodedAs('gzip');
  cache.invalidate();
  expect(read('list')).toBeUndefined();
  let compared: unknown;
  await cache.get('list', async (given) => {
    compared = given;
    return { asOf: clock.ms, answer: answerOf('same') };
  });
  expect(compared).toBe(before);
  expect(cache.find('/list')?.encodedAs('gzip')).toBe(zipped);
  expect(cache.stats().kept).toBe(1);
});

it('a failing producer never brings back an answer from before a change', async () => {
  const { cache, keep, read } = open();
  await keep('list', 'before');
  cache.invalidate();
  await expect(cache.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(read('list')).toBeUndefined();
});

it('a failure is not cached', async () => {
  const { cache, producerOf } = open();
  await expect(cache.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await cache.get('list', producerOf('list'))).answer.body.toString()).toBe('list');
});

it('the cache keeps its memory limit under a million keys; oldest entries go', async () => {
  const maxBytes = 500_000;
  const { clock, cache, keep, read } = open(maxBytes);
  const made = { asOf: clock.ms, answer: answerOf('x'.repeat(10_000)) };
  let most = 0;
  for (let n = 0; n < 1_000_000; n += 1) {
    await cache.get(`question ${n}`, async () => made);
    most = Math.max(most, cache.stats().bytes);
  }
  expect(most).toBeLessThanOrEqual(maxBytes);
  expect(cache.stats().kept).toBeGreaterThan(10);
  await keep('first', '1');
  for (let n = 0; n < 100; n += 1) await cache.get(`other ${n}`, async () => made);
  expect(read('first')).toBeUndefined();
});

it('an entry has few URLs, and no very long one', async () => {
  const { cache, keep } = open();
  await keep('list', 'list');
  for (let n = 0; n < 1_000; n += 1) cache.addUrl('list', `/list?utm_source=${n}`);
  for (let again = 0; again < 5; again += 1) cache.addUrl('list', '/list?utm_source=999');
  expect(cache.find('/list?utm_source=998')).toBeDefined();
  expect(cache.find('/list?utm_source=999')).toBeDefined();
  expect(cache.find('/list?utm_source=5')).toBeUndefined();
  cache.addUrl('list', `/list?${'x'.repeat(10_000)}`);
  expect(cache.find(`/list?${'x'.repeat(10_000)}`)).toBeUndefined();
});
