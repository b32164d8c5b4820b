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

it('makes one answer for all who ask at once', async () => {
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

it('has one request renew it towards the end of its second, answers the others, and repeats nothing after a second', async () => {
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

it('counts the age from before the answer was read, and not by a clock that was set back', async () => {
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

it('does not wait for an answer that has been under way for a second', async () => {
  const { clock, kept, makerOf } = open();
  const never = kept.get('list', () => new Promise(() => {}));
  clock.ms += LIFE_MS;
  expect((await kept.get('list', makerOf('new'))).answer.body.toString()).toBe('new');
  expect(await Promise.race([never, 'still under way'])).toBe('still under way');
});

it('lets all wait for the newest that is under way, also when an older one ends', async () => {
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

it('counts for what it was made of last, though it says the same', async () => {
  const { clock, kept, keep } = open();
  await keep('page', 'same');
  clock.ms += RENEW_AFTER_MS;
  await kept.get('page', async () => ({ asOf: clock.ms, answer: answerOf('same', 3) }));
  expect(kept.find('/page')?.reads).toBe(3);
});

it('keeps nothing that was under way when something changed', async () => {
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

it('compares with what there was before something changed, and answers with it when it is the same', async () => {
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

it('answers with nothing of before a change while what is after it cannot be made', async () => {
  const { kept, keep, read } = open();
  await keep('list', 'before');
  kept.forget();
  await expect(kept.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(read('list')).toBeUndefined();
});

it('keeps no failure', async () => {
  const { kept, makerOf } = open();
  await expect(kept.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await kept.get('list', makerOf('list'))).answer.body.toString()).toBe('list');
});

it('stays within its memory under a million different questions, and lets the oldest go', async () => {
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

it('knows few addresses of one answer, however many ways there are to ask for it', async () => {
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
