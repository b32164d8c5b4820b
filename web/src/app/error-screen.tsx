import { urls } from '../lib/urls.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

/** Shown when a page breaks: says so, and offers ways on. */
export function ErrorScreen() {
  return (
    <main className="mx-auto max-w-2xl px-4 py-18">
      <title>Something went wrong</title>
      <EmptyState
        heading="h1"
        title="Something went wrong"
        hint="This page could not be shown. Reload it, or go back to the shop; nothing you did was lost."
        action={
          <LinkButton to={urls.home} reloadDocument>
            Back to the shop
          </LinkButton>
        }
      />
    </main>
  );
}
