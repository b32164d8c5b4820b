import { ratingLabel } from './rating-label.ts';
import { STAR } from './star-shape.tsx';

interface StarsProps {
  /** null or 0 without any rating. */
  rating: number | null;
  count?: number;
}

// All five stars in one path to keep lists small. Each star begins 20 units right of the one before.
const fiveStars = `M10 1.8${Array(5).fill(STAR).join('m20 0')}`;

export function Stars({ rating, count = 0 }: StarsProps) {
  const isRated = rating !== null && rating > 0;
  const label = isRated ? ratingLabel(rating, count) : 'No ratings yet';
  return (
    <span className="inline-flex items-center gap-1.5 text-13 text-muted">
      <span role="img" aria-label={label} className="relative inline-flex">
        <StarRow color="text-line" />
        {isRated && (
          <span className="absolute inset-0 overflow-hidden" style={{ width: `${(rating / 5) * 100}%` }}>
            <StarRow color="text-accent" />
          </span>
        )}
      </span>
      <span aria-hidden="true" className="amount">
        {isRated ? `${rating.toFixed(1)}${count > 0 ? ` (${count})` : ''}` : label}
      </span>
    </span>
  );
}

const StarRow = ({ color }: { color: string }) => (
  <svg viewBox="0 0 100 20" aria-hidden="true" className={`h-4 w-20 ${color}`}>
    <path d={fiveStars} fill="currentColor" />
  </svg>
);
