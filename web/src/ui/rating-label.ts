export function ratingLabel(rating: number, count: number): string {
  const stars = `${rating.toFixed(1)} out of 5 stars`;
  if (count === 0) return stars;
  return `${stars} from ${count} ${count === 1 ? 'rating' : 'ratings'}`;
}

/** The short form, beside the stars. */
export const ratingFigure = (rating: number, count: number): string =>
  `${rating.toFixed(1)}${count > 0 ? ` (${count})` : ''}`;

/** How much of five stars is coloured. */
export const ratingWidth = (rating: number): string => `${(rating / 5) * 100}%`;
