import { lazy, Suspense, useEffect, useState } from 'react';
import { VIEWED } from './viewed-products.ts';

// For those who come back; the first visit goes without.
const ViewedRow = lazy(() => import('./viewed-row.tsx'));

/** Known to this browser only, and so not before it has taken over from the server. */
export function RecentlyViewed({ except }: { except?: string }) {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => setKept(localStorage.getItem(VIEWED)), []);
  return <Suspense>{kept && <ViewedRow kept={kept} except={except} onForget={() => setKept(null)} />}</Suspense>;
}
