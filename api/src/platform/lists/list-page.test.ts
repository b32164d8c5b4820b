import { expect, test } from 'vitest';
import { seededRandom, wholeBetween } from '../../testing/data/seeded-random.ts';
import { extentOf, extentOfDays, nearestSlice } from './list-page.ts';

const random = seededRandom('days');
const days = Array.from({ length: 30 }, (_, n) => ({
  day: new Date(Date.UTC(2026, 3, 30 - n)),
  count: wholeBetween(random, -5, 20),
})).map(({ day, count }) => ({ day, count: Math.max(0, count) }));
const newest = days.flatMap(({ day, count }) =>
  Array.from({ length: count }, (_, n) => new Date(day.getTime() + (count - n) * 1000)),
);
const busiest = Math.max(...days.map(({ count }) => count));

/** Answers like a query with the order, side and offset of the slice. */
function read(list: Date[], sort: 'newest' | 'oldest', page: { page: number; limit: number }) {
  const { limit, offset, isBackward, day } = nearestSlice(extentOfDays(days, sort), page);
  const isAscending = isBackward !== (sort === 'oldest');
  const side = list.filter((at) => day === null || (isAscending ? at >= day : at < day));
  const ordered = isBackward ? side.reverse() : side;
  const rows = ordered.slice(offset, offset + limit);
  return { rows: isBackward ? rows.reverse() : rows, offset };
}

test.each([1, 3, 10, 100])('reads the right rows for every page of %i rows', (limit) => {
  for (const sort of ['newest', 'oldest'] as const) {
    const list = sort === 'newest' ? newest : newest.toReversed();
    for (let page = 1; (page - 2) * limit < list.length; page += 1) {
      const { rows, offset } = read(list, sort, { page, limit });
      expect(rows).toEqual(list.slice((page - 1) * limit, page * limit));
      expect(offset).toBeLessThan(busiest);
    }
  }
});

test('reads a list that is not sorted by time from the nearer end', () => {
  expect(extentOfDays(days, 'title')).toEqual(extentOf(newest.length));
  expect(nearestSlice(extentOf(100), { page: 4, limit: 10 })).toMatchObject({ offset: 30, isBackward: false });
  expect(nearestSlice(extentOf(100), { page: 9, limit: 10 })).toMatchObject({ offset: 10, isBackward: true });
});
