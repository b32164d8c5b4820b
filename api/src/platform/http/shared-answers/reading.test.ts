import { expect, it } from 'vitest';
import type { Database } from '../../../tables.ts';
import { createReadings } from './reading.ts';
import { createSharedValues } from './shared-values.ts';

function open({ excusedMs = 0 } = {}) {
  const clock = { ms: 10_000 };
  const source = { behindMs: 0 };
  const now = () => clock.ms;
  const begin = () => ({ db: {} as Database, behindMs: () => source.behindMs });
  const read = createReadings({ now, values: createSharedValues({ now }), begin, excusedMs });
  return { clock, source, read };
}

it('the age of an answer includes the read and the lag of the replica', () => {
  const { clock, source, read } = open();
  const { asOf } = read();
  clock.ms += 70;
  expect(asOf()).toBe(10_000);
  source.behindMs = 300;
  expect(asOf()).toBe(9_700);
});

it('an answer is as old as its oldest value, also from another database', async () => {
  const { clock, source, read } = open();
  source.behindMs = 400;
  await read().reading.share('total', async () => 1);
  source.behindMs = 0;
  clock.ms += 100;
  const { reading, asOf } = read();
  expect(asOf()).toBe(10_100);
  expect(await reading.share('total', async () => 2)).toBe(1);
  expect(asOf()).toBe(9_600);
});

it('lag that the operator allows beyond a second does not count', () => {
  const { source, read } = open({ excusedMs: 4_000 });
  const { asOf } = read();
  source.behindMs = 4_200;
  expect(asOf()).toBe(9_800);
});
