import { expect, it } from 'vitest';
import { mailDay, mailTime } from './mail-dates.ts';

it('writes days and times as they are in India, and months as the web does', () => {
  const evening = new Date('2026-09-15T20:00:00Z');
  expect([mailDay(evening), mailTime(evening)]).toEqual(['16 Sep 2026', '16 Sep 2026, 01:30']);
});
