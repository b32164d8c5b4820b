import { expect, it } from 'vitest';
import { ratingLabel } from './rating-label.ts';

it('the rating label names the rating and the number of ratings', () => {
  expect(ratingLabel(4.25, 12)).toBe('4.3 out of 5 stars from 12 ratings');
  expect(ratingLabel(5, 1)).toBe('5.0 out of 5 stars from 1 rating');
  expect(ratingLabel(3, 0)).toBe('3.0 out of 5 stars');
});
