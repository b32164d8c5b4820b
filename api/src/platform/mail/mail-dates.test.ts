import { expect, it } from 'vitest';
import { mailDay, mailTime } from './mail-dates.ts';

it('mail dates are in Indian time and use the month names of the web app', () => {
  const evening = new Date('2026-09-15T20:00:00Z');
  expect([mailDay(evening), mailTime(evening)]).toEqual(['16 Sep 2026', '16 Sep 2026, 01:30']);
});
