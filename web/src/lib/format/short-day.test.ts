import { expect, it } from 'vitest';
import { formatShortDay } from './short-day.ts';

it('formatShortDay leaves out the current year in Indian time', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  expect(formatShortDay('2026-03-02T12:00:00Z', now)).toBe('2 Mar');
  expect(formatShortDay('2025-03-02T12:00:00Z', now)).toBe('2 Mar 2025');
  expect(formatShortDay('2027-01-01T12:00:00Z', new Date('2026-12-31T18:30:00Z'))).toBe('1 Jan');
});
