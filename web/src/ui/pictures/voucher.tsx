import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Perforation } from './perforation.tsx';

interface VoucherProps {
  /** What stays above the perforation; reaches the edges, so it brings its own padding. */
  children: ReactNode;
  /** What would be torn off: a price, a code. */
  stub: ReactNode;
  /** The stub tears off once when this turns true. */
  isTorn?: boolean;
  className?: string;
}

export function Voucher({ children, stub, isTorn = false, className }: VoucherProps) {
  return (
    <div className={classNames('voucher', className)} data-torn={isTorn}>
      <div className="voucher-body">{children}</div>
      <div className="voucher-stub">
        <Perforation />
        {stub}
      </div>
    </div>
  );
}
