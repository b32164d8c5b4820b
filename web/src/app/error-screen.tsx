import { useEffect, useState } from 'react';
import { urls } from '../lib/urls.ts';
import { Button } from '../ui/buttons/button.tsx';
import { LinkButton } from '../ui/buttons/link-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const broken = {
  title: 'Something went wrong',
  hint: 'This page could not be shown. Reload it, or go back to the shop; nothing you did was lost.',
};
/** A page's script is fetched too, so a lost connection can break a page. */
const offline = {
  title: 'You are offline',
  hint: 'This page could not be loaded. Reload it when you are connected again; nothing you did was lost.',
};

/** Replaces a page that failed to render or load; the header and footer stay. */
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

/** For a failure in the layout itself, when there is no header. */
export const BareErrorScreen = () => (
  <main className="mx-auto max-w-2xl px-4 py-18">
    <ErrorScreen />
  </main>
);
