import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** A sentence that says what to do next. */
  hint?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  heading?: 'h1' | 'h2' | 'h3';
}

export function EmptyState({ title, hint, action, icon, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {icon && (
        <div aria-hidden="true" className="text-muted">
          {icon}
        </div>
      )}
      <Heading className="text-21 font-semibold">{title}</Heading>
      {hint && <p className="text-muted">{hint}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
