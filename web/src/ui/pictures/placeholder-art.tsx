import { classNames } from '../class-names.ts';
import { CategoryMark } from './category-marks.tsx';

interface PlaceholderArtProps {
  category: string;
  className?: string;
}

/**
 * Replaces a missing product image with a voucher and the category's icon. Decorative, because the title is beside it.
 */
export function PlaceholderArt({ category, className }: PlaceholderArtProps) {
  return (
    <svg viewBox="0 0 320 240" aria-hidden="true" className={classNames('block w-full bg-brand-soft', className)}>
      <path
        d="M44 52h232a8 8 0 0 1 8 8v44a16 16 0 0 0 0 32v44a8 8 0 0 1-8 8H44a8 8 0 0 1-8-8v-44a16 16 0 0 0 0-32V60a8 8 0 0 1 8-8z"
        className="fill-surface stroke-line"
        strokeWidth="1.5"
      />
      <path d="M212 62v116" className="stroke-control" strokeWidth="3" strokeLinecap="round" strokeDasharray="0 8" />
      <g className="text-brand" transform="translate(76 72) scale(2)">
        <CategoryMark category={category} />
      </g>
      <g className="fill-sunken">
        <rect x="230" y="76" width="36" height="8" rx="2" />
        <rect x="230" y="94" width="26" height="8" rx="2" />
        <rect x="230" y="148" width="36" height="16" rx="2" className="fill-accent" />
      </g>
    </svg>
  );
}
