import { Registry } from '@prometheus-io/client';
import { expect, it } from 'vitest';
import { createPool } from '../database/database.ts';
import { measurePool } from '../database/pool-metrics.ts';
import { measureState } from './state-gauges.ts';

it('gauges of one group share one read per scrape', async () => {
  const registry = new Registry();
  let reads = 0;
  measureState(registry, {
    gauges: { here: 'One', there: 'Another' },
    read: async () => {
      reads += 1;
      return { here: reads, there: 10 * reads };
    },
  });
  expect(await registry.metrics()).toMatch(/^here 1$[\s\S]*^there 10$/m);
  expect(await registry.metrics()).toMatch(/^here 2$[\s\S]*^there 20$/m);
});

it('a gauge that cannot be read is NaN or missing, and the others are reported', async () => {
  const registry = new Registry();
  const read = () => Promise.reject(new Error('away'));
  measureState<'lost'>(registry, { gauges: { lost: 'Out of reach' }, read });
  measureState<'by_lane'>(registry, { gauges: { by_lane: 'Out of reach' }, label: 'lane', read });
  measureState(registry, { gauges: { known: 'Within it' }, read: async () => ({ known: 3 }) });
  const told = await registry.metrics();
  expect(told).toMatch(/^lost Nan$/im);
  expect(told).not.toMatch(/^by_lane[ {]/m);
  expect(told).toMatch(/^known 3$/m);
});

it('a read that never ends does not block the other metrics', async () => {
  const registry = new Registry();
  const never = { read: () => new Promise<never>(() => undefined), longestMs: 1 };
  measureState<'lost'>(registry, { gauges: { lost: 'Out of reach' }, ...never });
  measureState<'up'>(registry, { gauges: { up: 'Whether it answers' }, ...never, fallback: 0 });
  expect(await registry.metrics()).toMatch(/^lost nan$[\s\S]*^up 0$/im);
});

it('database_up is 0 when the database is down', async () => {
  const registry = new Registry();
  const pool = createPool({ url: 'postgres://shop@127.0.0.1:1/shop', max: 1, onError: () => {} });
  measurePool(registry, pool);
  expect(await registry.metrics()).toMatch(/^database_up 0$/m);
  await pool.end();
});
