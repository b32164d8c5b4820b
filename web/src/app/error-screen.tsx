import { useEffect, useState } from 'react';
import { urls } from '../lib/urls.ts';
import { Button } from '../ui/buttons/button.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const broken = {
  title: 'Something went wrong',
  hint: 'This page could not be shown. Reload it, or go back to the shop; nothing you did was lost.',
};
/** A page's own code comes over the network too. */
const offline = {
  title: 'You are offline',
  hint: 'This page could not be loaded. Reload it when you are connected again; nothing you did was lost.',
};

/** Shown in the place of a page that breaks, below the header: says so, and offers ways on. */
export function ErrorScreen() {
  const [{ title, hint }, setWords] = useState(broken);
  useEffect(() => setWords(navigator.onLine ? broken : offline), []);
  return (
    <>
      <title>{title}</title>
      <EmptyState
        heading="h1"
        title={title}
        hint={hint}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Button onClick={() => window.location.reload()}>Reload</Button>
            <LinkButton to={urls.home} variant="secondary" reloadDocument>
              Back to the shop
            </LinkButton>
          </span>
        }
      />
    </>
  );
}

/** When not even the header can be shown. */
export const BareErrorScreen = () => (
  <main className="mx-auto max-w-2xl px-4 py-18">
    <ErrorScreen />
  </main>
);
