import { expect, it } from 'vitest';
import { createWalPositions } from './wal-positions.ts';

function open() {
  const primary = { history: 'cluster 1', bytes: 1_000 };
  const clock = { ms: 50_000 };
  let asked = 0;
  const findPosition = async () => {
    asked += 1;
    return { ...primary };
  };
  const positions = createWalPositions({ findPosition, keepMs: 1_000, now: () => clock.ms });
  return { primary, clock, positions, asked: () => asked };
}

it('dates a replica by the newest primary position that it has replayed', async () => {
  const { primary, clock, positions } = open();
  const replica = { ...primary };
  await positions.refresh();
  clock.ms += 300;
  primary.bytes += 50;
  await positions.refresh();
  expect(positions.freshnessOf(replica)).toEqual({ asOf: 50_000, includesLastChange: true });
  replica.bytes += 49;
  expect(positions.freshnessOf(replica)?.asOf).toBe(50_000);
  replica.bytes += 1;
  expect(positions.freshnessOf(replica)?.asOf).toBe(50_300);
});

it('forgets positions of the primary that are older than the limit', async () => {
  const { primary, clock, positions } = open();
  const replica = { ...primary };
  await positions.refresh();
  clock.ms += 1_001;
  primary.bytes += 50;
  await positions.refresh();
  expect(positions.freshnessOf(replica)).toBeUndefined();
});

it('does not trust a server of another history, at any position', async () => {
  const { primary, positions } = open();
  await positions.refresh();
  expect(positions.freshnessOf({ history: 'cluster 2', bytes: 9_999 })).toBeUndefined();
  expect(positions.freshnessOf({ ...primary, bytes: 9_999 })).toBeDefined();
});

it('does not count a change as included if it came after the request', async () => {
  const { primary, positions } = open();
  await positions.refresh();
  positions.recordChange();
  expect(positions.freshnessOf(primary)?.includesLastChange).toBe(false);
  const early = positions.refresh();
  positions.recordChange();
  await early;
  expect(positions.freshnessOf(primary)?.includesLastChange).toBe(false);
  await positions.refresh();
  expect(positions.freshnessOf(primary)?.includesLastChange).toBe(true);
});

it('asks the primary once for readings within 100 ms', async () => {
  const { clock, positions, asked } = open();
  await Promise.all([positions.refresh(), positions.refresh()]);
  clock.ms += 99;
  await positions.refresh();
  expect(asked()).toBe(1);
  clock.ms += 1;
  await positions.refresh();
  expect(asked()).toBe(2);
});
