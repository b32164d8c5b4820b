import { expect, it } from 'vitest';
import { createSharedValues, VALUE_MAX_AGE_MS } from './shared-values.ts';

function open() {
  const clock = { ms: 1_000_000 };
  let counted = 0;
  const values = createSharedValues({ now: () => clock.ms });
  return { clock, values, count: async () => ++counted };
}

it('a value is made once within its age limit, and again afterwards', async () => {
  const { clock, values, count } = open();
  expect(await Promise.all([values.get('all', count), values.get('all', count)])).toEqual([1, 1]);
  clock.ms += VALUE_MAX_AGE_MS - 1;
  expect([await values.get('all', count), await values.get('some', count)]).toEqual([1, 2]);
  clock.ms += 1;
  expect(await values.get('all', count)).toBe(3);
  clock.ms -= 5_000;
  expect(await values.get('all', count)).toBe(4);
});

it('a value is made again after a change and after a failure', async () => {
  const { values, count } = open();
  await values.get('all', count);
  values.clear();
  expect(await values.get('all', count)).toBe(2);
  await expect(values.get('other', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await values.get('other', count)).toBe(3);
  // A late failure must not remove a newer value.
  const late = Promise.withResolvers<never>();
  const failing = values.get('late', () => late.promise);
  values.clear();
  expect(await values.get('late', count)).toBe(4);
  late.reject(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  expect(await values.get('late', count)).toBe(4);
});

it('the oldest of very many values is dropped', async () => {
  const { clock, values, count } = open();
  for (let n = 0; n < 2_000; n += 1) await values.get(`filter ${n}`, count);
  expect(await values.get('filter 1999', count)).toBe(2_000);
  expect(await values.get('filter 0', count)).toBe(2_001);
  // A value that was made again is not the oldest any more.
  clock.ms += VALUE_MAX_AGE_MS;
  expect(await values.get('filter 1001', count)).toBe(2_002);
  for (let n = 0; n < 10; n += 1) await values.get(`another ${n}`, count);
  expect(await values.get('filter 1001', count)).toBe(2_002);
});
