import type { ReactNode } from 'react';

/** Line drawings on a 48 × 48 grid in the current colour, one for each category. */
const marks: Record<string, ReactNode> = {
  Coupon: (
    <>
      <circle cx="15" cy="15" r="6" />
      <circle cx="33" cy="33" r="6" />
      <path d="M38 10 10 38" />
    </>
  ),
  Voucher: (
    <>
      <path d="M6 14h36v7a4 4 0 0 0 0 8v7H6v-7a4 4 0 0 0 0-8z" />
      <path d="M28 15v3m0 4v3m0 4v3" />
      <path d="M13 22h8m-8 6h8" />
    </>
  ),
  'Gift Card': (
    <>
      <path d="M7 18h34v8H7zM10 26h28v14H10zM24 18v22" />
      <path d="M24 18c-9 0-12-4-10-8 3-5 9 0 10 8 1-8 7-13 10-8 2 4-1 8-10 8z" />
    </>
  ),
  'Software Key': (
    <>
      <circle cx="15" cy="24" r="9" />
      <circle cx="15" cy="24" r="2.5" />
      <path d="M24 24h18v7m-7-7v5" />
    </>
  ),
  Membership: (
    <>
      <rect x="6" y="10" width="36" height="28" rx="3" />
      <circle cx="16" cy="21" r="4.5" />
      <path d="M9.5 33c1-5 12-5 13 0M28 19h9m-9 6h9m-9 6h5" />
    </>
  ),
  Other: (
    <>
      <path d="M24 6 40 15v18l-16 9-16-9V15z" />
      <path d="m8 15 16 9 16-9M24 24v18" />
    </>
  ),
};

export function CategoryMark({ category }: { category: string }) {
  return (
    <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      {marks[category] ?? marks.Other}
    </g>
  );
}
