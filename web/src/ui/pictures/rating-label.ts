export function ratingLabel(rating: number, count: number): string {
  const stars = `${rating.toFixed(1)} out of 5 stars`;
  if (count === 0) return stars;
  return `${stars} from ${count} ${count === 1 ? 'rating' : 'ratings'}`;
}
