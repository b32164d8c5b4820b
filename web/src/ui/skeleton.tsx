import { classNames } from './class-names.ts';

/** Give it the size of the content: `<Skeleton className="h-5 w-2/3" />`. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classNames('animate-skeleton rounded-control bg-sunken', className)} />;
}
