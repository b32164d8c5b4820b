import type { ReactNode } from 'react';

/** The search box and filters of a list: two per line on a phone, one line on larger screens. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <div className="mb-4 grid grid-cols-2 gap-3 *:first:col-span-2 md:flex md:flex-wrap md:*:first:min-w-60 md:*:first:flex-1 [&>:last-child:nth-child(even)]:col-span-2">
    {children}
  </div>
);
