import { Suspense, useEffect, useState } from 'react';
import { inStore } from '../../../lib/state/browser-store.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { VIEWED } from './viewed-products.ts';

// For those who come back; the first visit goes without.
const ViewedRow = lazyPart(() => import('./viewed-row.tsx'));

/** Known to this browser only, and so not before it has taken over from the server. */
export function RecentlyViewed({ except }: { except?: string }) {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => setKept(inStore('localStorage', (store) => store.getItem(VIEWED))), []);
  return <Suspense>{kept && <ViewedRow kept={kept} except={except} onForget={() => setKept(null)} />}</Suspense>;
}
