import { Suspense, useEffect, useState } from 'react';
import { inStore } from '../../../lib/state/browser-store.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { VIEWED } from './viewed-products.ts';

// Loaded on demand: a first visit has nothing to show.
const ViewedRow = lazyPart(() => import('./viewed-row.tsx'));

/** The list is in the browser's storage, so it renders only after hydration. */
export function RecentlyViewed({ except }: { except?: string }) {
  const [stored, setStored] = useState<string | null>(null);
  useEffect(() => setStored(inStore('localStorage', (store) => store.getItem(VIEWED))), []);
  return (
    <Suspense>{stored && <ViewedRow stored={stored} except={except} onForget={() => setStored(null)} />}</Suspense>
  );
}
