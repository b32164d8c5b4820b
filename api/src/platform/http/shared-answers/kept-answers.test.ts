import { expect, it } from 'vitest';
import { makeAnswer } from './answer.ts';
import { createKeptAnswers, LIFE_MS, type Made, RENEW_AFTER_MS } from './kept-answers.ts';

const answerOf = (text: string, reads = 1) =>
  makeAnswer({ body: Buffer.from(text), type: 'text/plain', headers: {}, reads, sources: new Map() });

function open(maxBytes = 1_000_000) {
  const clock = { ms: 1_000_000 };
  const kept = createKeptAnswers({ maxBytes, now: () => clock.ms });
  const makerOf = (text: string) => async () => ({ asOf: clock.ms, answer: answerOf(text) });
  const keep = async (key: string, text: string) => {
    await kept.get(key, makerOf(text));
    kept.name(key, `/${key}`);
  };
  return { clock, kept, keep, makerOf, read: (key: string) => kept.find(`/${key}`)?.body.toString() };
}

it('concurrent requests share one producer', async () => {
  const { kept, makerOf } = open();
  let made = 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      kept.get('list', () => {
        made += 1;
        return makerOf('list')();
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
  clock.ms += LIFE_MS - RENEW_AFTER_MS - 1;
  expect(read('list')).toBe('old');
  clock.ms += 1;
  expect(read('list')).toBeUndefined();
  await keep('list', 'new');
  expect(read('list')).toBe('new');
});

it('the age counts from before the read; a clock set back expires the answer', async () => {
  const { clock, kept, read, keep } = open();
  await kept.get('slow', async () => {
    const asOf = clock.ms;
    clock.ms += LIFE_MS;
    return { asOf, answer: answerOf('slow') };
  });
  kept.name('slow', '/slow');
  expect(read('slow')).toBeUndefined();
  await keep('list', 'old');
  clock.ms -= 5_000;
  expect(read('list')).toBeUndefined();
});

it('a request does not wait for a producer that is a second old', async () => {
  const { clock, kept, makerOf } = open();
  const never = kept.get('list', () => new Promise(() => {}));
  clock.ms += LIFE_MS;
  expect((await kept.get('list', makerOf('new'))).answer.body.toString()).toBe('new');
  expect(await Promise.race([never, 'still under way'])).toBe('still under way');
});

it('requests wait for the newest producer, also after an older one ended', async () => {
  const { clock, kept } = open();
  const [older, newer] = [Promise.withResolvers<Made>(), Promise.withResolvers<Made>()];
  const asked = kept.get('list', () => older.promise);
  const old = { asOf: clock.ms, answer: answerOf('old') };
  clock.ms += LIFE_MS;
  void kept.get('list', () => newer.promise);
  older.resolve(old);
  await asked;
  const waiting = kept.get('list', () => Promise.reject(new Error('a third')));
  newer.resolve({ asOf: clock.ms, answer: answerOf('new') });
  expect((await waiting).answer.body.toString()).toBe('new');
});

it('an unchanged answer counts as the reads of its newest producer', async () => {
  const { clock, kept, keep } = open();
  await keep('page', 'same');
  clock.ms += RENEW_AFTER_MS;
  await kept.get('page', async () => ({ asOf: clock.ms, answer: answerOf('same', 3) }));
  expect(kept.find('/page')?.reads).toBe(3);
});

it('an answer under way during a change is not cached', async () => {
  const { clock, kept, makerOf, read } = open();
  let finish = () => {};
  const asked = kept.get('list', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { asOf: clock.ms, answer: answerOf('before') };
  });
  kept.forget();
  expect((await kept.get('list', makerOf('after'))).answer.body.toString()).toBe('after');
  finish();
  await asked;
  kept.name('list', '/list');
  expect(read('list')).toBe('after');
});

it('an answer that is the same after a change is reused', async () => {
  const { clock, kept, keep, read } = open();
  await keep('list', 'same');
  const before = kept.find('/list');
  const zipped = before?.form('gzip');
  kept.forget();
  expect(read('list')).toBeUndefined();
  let compared: unknown;
  await kept.get('list', async (given) => {
    compared = given;
    return { asOf: clock.ms, answer: answerOf('same') };
  });
  expect(compared).toBe(before);
  expect(kept.find('/list')?.form('gzip')).toBe(zipped);
  expect(kept.stats().kept).toBe(1);
});

it('a failing producer never brings back an answer from before a change', async () => {
  const { kept, keep, read } = open();
  await keep('list', 'before');
  kept.forget();
  await expect(kept.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(read('list')).toBeUndefined();
});

it('a failure is not cached', async () => {
  const { kept, makerOf } = open();
  await expect(kept.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await kept.get('list', makerOf('list'))).answer.body.toString()).toBe('list');
});

it('the cache keeps its memory limit under a million keys; oldest entries go', async () => {
  const maxBytes = 500_000;
  const { clock, kept, keep, read } = open(maxBytes);
  const made = { asOf: clock.ms, answer: answerOf('x'.repeat(10_000)) };
  let most = 0;
  for (let n = 0; n < 1_000_000; n += 1) {
    await kept.get(`question ${n}`, async () => made);
    most = Math.max(most, kept.stats().bytes);
  }
  expect(most).toBeLessThanOrEqual(maxBytes);
  expect(kept.stats().kept).toBeGreaterThan(10);
  await keep('first', '1');
  for (let n = 0; n < 100; n += 1) await kept.get(`other ${n}`, async () => made);
  expect(read('first')).toBeUndefined();
});

it('an entry has few URLs, and no very long one', async () => {
  const { kept, keep } = open();
  await keep('list', 'list');
  for (let n = 0; n < 1_000; n += 1) kept.name('list', `/list?utm_source=${n}`);
  for (let again = 0; again < 5; again += 1) kept.name('list', '/list?utm_source=999');
  expect(kept.find('/list?utm_source=998')).toBeDefined();
  expect(kept.find('/list?utm_source=999')).toBeDefined();
  expect(kept.find('/list?utm_source=5')).toBeUndefined();
  kept.name('list', `/list?${'x'.repeat(10_000)}`);
  expect(kept.find(`/list?${'x'.repeat(10_000)}`)).toBeUndefined();
});
