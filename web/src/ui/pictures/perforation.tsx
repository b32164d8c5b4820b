import { classNames } from '../class-names.ts';

/** A row of punched holes, used as a divider. */
export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('perforation', className)} />;
}
