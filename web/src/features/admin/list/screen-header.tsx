import type { ReactNode } from 'react';

type ScreenHeaderProps = { title: string; hint?: string; children?: ReactNode };

/** The heading of an admin screen, with its main actions. */
export function ScreenHeader({ title, hint, children }: ScreenHeaderProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <title>{`${title} | Back office`}</title>
        <h1 className="text-27 font-bold">{title}</h1>
        {hint && <p className="wrap-anywhere text-muted">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
