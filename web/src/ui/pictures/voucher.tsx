import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Perforation } from './perforation.tsx';

interface VoucherProps {
  /** The part above the perforation. It has no padding of its own. */
  children: ReactNode;
  /** The part below the perforation, for example a price or a code. */
  stub: ReactNode;
  /** The stub tears off once when this becomes true. */
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
