import { classNames } from '../class-names.ts';

/** A row of punched holes: the divider of the shop. */
export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('perforation', className)} />;
}
