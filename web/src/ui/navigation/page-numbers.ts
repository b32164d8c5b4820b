export type PageSlot = number | 'gap-before' | 'gap-after';

const ALL_SHOWN_UP_TO = 5;

/** All pages up to five. Otherwise the first, the last and the current page's neighbours, with gaps between. */
export function pageNumbers(current: number, total: number): PageSlot[] {
  if (total <= ALL_SHOWN_UP_TO) return range(1, total);
  if (current <= 3) return [...range(1, 4), 'gap-after', total];
  if (current >= total - 2) return [1, 'gap-before', ...range(total - 3, total)];
  return [1, 'gap-before', ...range(current - 1, current + 1), 'gap-after', total];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
