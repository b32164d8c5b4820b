import { useParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ScreenHeader } from '../list/screen-header.tsx';
import { BatchesScreen } from './batches-screen.tsx';

/** All batches of the shop. With a batch id in the URL, that batch opens over the list. */
export function Component() {
  const { id } = useParams();
  return (
    <BatchesScreen
      path={urls.adminBatches}
      openId={id}
      header={() => (
        <ScreenHeader title="Batches" hint="Deliveries of codes, with their remaining stock and their buyers" />
      )}
      empty={() => (
        <EmptyState
          title="No batches found"
          hint="Codes are added to a product whose stock is a pool of codes: open the product and choose Add codes."
          action={<LinkButton to={urls.adminProducts}>Open products</LinkButton>}
        />
      )}
    />
  );
}
