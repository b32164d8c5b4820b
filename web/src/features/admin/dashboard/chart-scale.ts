/** The top of an axis: the smallest of 1, 2, 2.5 or 5 times a power of ten that is not below the highest value. */
export function axisTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= highest) ?? 10;
  return step * power;
}

/** Indices of the columns that get a label: the first, the last and some evenly between, at most `max`. */
export function labelIndices(count: number, max: number): number[] {
  if (count <= max) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1)));
}

/** The geometry of `count` columns in a chart of this width. */
export function chartColumns(width: number, count: number) {
  const [left, right] = [52, width - 28];
  const column = (right - left) / Math.max(1, count);
  return {
    left,
    right,
    column,
    middleOf: (index: number) => left + (index + 0.5) * column,
    /** The column nearest to an x position. */
    indexAt: (x: number) => Math.min(Math.max(0, count - 1), Math.max(0, Math.floor((x - left) / column))),
  };
}

const SIZES = [
  [10_000_000, 'Cr'],
  [100_000, 'L'],
  [1_000, 'K'],
] as const;

/**
 * ₹1.3L, short enough for an axis. Without `Intl`, because its first use loads language data, which takes longer than
 * drawing the dashboard.
 */
export function compactRupees(rupees: number): string {
  const [size, unit] = SIZES.find(([size]) => rupees >= size) ?? [1, ''];
  return `₹${Math.round((rupees / size) * 10) / 10}${unit}`;
}
