/** The outline of a star, relative to its top point. */
export const STAR = 'l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z';

export function StarShape({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
      <path d={`M10 1.8${STAR}`} fill="currentColor" />
    </svg>
  );
}
