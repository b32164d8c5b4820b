import { expect, it } from 'vitest';
import { formatCount } from './counts.ts';

it('groups digits as Intl does for India', () => {
  for (const count of [0, 7, 10, 999, 1_000, 12_345, 123_456, 1_000_000, 12_345_678, 9_876_543_210, -5, -1_234])
    expect(formatCount(count)).toBe(count.toLocaleString('en-IN'));
});
