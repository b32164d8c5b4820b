import { expect, it } from 'vitest';
import { createMarks } from './wal-positions.ts';

function open() {
  const primary = { history: 'cluster 1', bytes: 1_000 };
  const clock = { ms: 50_000 };
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return { ...primary };
  };
  const marks = createMarks({ ask, keptMs: 1_000, now: () => clock.ms });
  return { primary, clock, marks, asked: () => asked };
}

it('knows of what a server has replayed how old it is at most', async () => {
  const { primary, clock, marks } = open();
  const replica = { ...primary };
  await marks.renew();
  clock.ms += 300;
  primary.bytes += 50;
  await marks.renew();
  expect(marks.shownBy(replica)).toEqual({ moment: 50_000, isAfterChange: true });
  replica.bytes += 49;
  expect(marks.shownBy(replica)?.moment).toBe(50_000);
  replica.bytes += 1;
  expect(marks.shownBy(replica)?.moment).toBe(50_300);
});

it('knows nothing of who was last seen longer ago than matters', async () => {
  const { primary, clock, marks } = open();
  const replica = { ...primary };
  await marks.renew();
  clock.ms += 1_001;
  primary.bytes += 50;
  await marks.renew();
  expect(marks.shownBy(replica)).toBeUndefined();
});

it('believes nobody who follows another history, however far', async () => {
  const { primary, marks } = open();
  await marks.renew();
  expect(marks.shownBy({ history: 'cluster 2', bytes: 9_999 })).toBeUndefined();
  expect(marks.shownBy({ ...primary, bytes: 9_999 })).toBeDefined();
});

it('tells whether a change is among what is shown, also when a mark was being taken at the time', async () => {
  const { primary, marks } = open();
  await marks.renew();
  marks.noteChange();
  expect(marks.shownBy(primary)?.isAfterChange).toBe(false);
  const early = marks.renew();
  marks.noteChange();
  await early;
  expect(marks.shownBy(primary)?.isAfterChange).toBe(false);
  await marks.renew();
  expect(marks.shownBy(primary)?.isAfterChange).toBe(true);
});

it('asks the primary once for all who need a mark at about the same time', async () => {
  const { clock, marks, asked } = open();
  await Promise.all([marks.renew(), marks.renew()]);
  clock.ms += 99;
  await marks.renew();
  expect(asked()).toBe(1);
  clock.ms += 1;
  await marks.renew();
  expect(asked()).toBe(2);
});
