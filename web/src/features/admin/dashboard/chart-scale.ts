/** A round number at or above the highest value, so that the axis can be read: 1, 2, 2.5 or 5 times a power of ten. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= highest) ?? 10;
  return step * power;
}

/** Indices of the labels to write under `count` columns: the ends and evenly between, at most `most` of them. */
export function labelIndices(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: most }, (_, index) => Math.round((index * (count - 1)) / (most - 1)));
}

/** Where the columns of a chart lie that is drawn `width` wide. */
export function columnsWithin(width: number, count: number) {
  const [left, right] = [52, width - 28];
  const column = (right - left) / Math.max(1, count);
  return {
    left,
    right,
    column,
    middleOf: (index: number) => left + (index + 0.5) * column,
    /** The column nearest to a place between 0 and `width`. */
    indexAt: (x: number) => Math.min(Math.max(0, count - 1), Math.max(0, Math.floor((x - left) / column))),
  };
}

const SIZES = [
  [10_000_000, 'Cr'],
  [100_000, 'L'],
  [1_000, 'K'],
] as const;

/**
 * ₹1.3L, short enough for an axis. By hand: the first number that `Intl` formats makes a browser read its language data, which
 * holds the dashboard up for longer than drawing it.
 */
export function compactRupees(rupees: number): string {
  const [size, unit] = SIZES.find(([size]) => rupees >= size) ?? [1, ''];
  return `₹${Math.round((rupees / size) * 10) / 10}${unit}`;
}
