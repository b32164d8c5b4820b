import { ratingLabel } from './rating-label.ts';
import { StarShape } from './star-shape.tsx';

interface StarsProps {
  /** null or 0 until somebody has rated. */
  rating: number | null;
  count?: number;
}

const positions = [1, 2, 3, 4, 5];

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

function StarRow({ color }: { color: string }) {
  return (
    <span className={`inline-flex w-max ${color}`}>
      {positions.map((position) => (
        <StarShape key={position} className="size-4 shrink-0" />
      ))}
    </span>
  );
}
