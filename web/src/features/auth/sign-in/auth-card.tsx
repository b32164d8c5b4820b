import type { ReactNode } from 'react';
import { Voucher } from '../../../ui/pictures/voucher.tsx';

interface AuthCardProps {
  title: string;
  hint: string;
  children: ReactNode;
  /** Links at the bottom of the card, below the perforation. */
  links: ReactNode;
}

/** The card around the sign-in, registration and password pages. */
export const AuthCard = ({ title, hint, children, links }: AuthCardProps) => (
  <div className="mx-auto max-w-md px-4 py-8 sm:py-12">
    <Voucher stub={<div className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-6 py-4">{links}</div>}>
      <div className="grid gap-6 p-6">
        <div className="grid gap-1">
          <h1 className="text-27 font-bold">{title}</h1>
          <p className="text-muted">{hint}</p>
        </div>
        {children}
      </div>
    </Voucher>
  </div>
);
