import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useIsGranted } from '../shell/use-is-granted.ts';
import { BatchesScreen } from './batches-screen.tsx';

const AddCodesDialog = lazyDialog('The form', () => import('../add-codes/add-codes-dialog.tsx'));

/** The batches of one product, with a dialog to add codes. */
export function Component() {
  const { id = '', batchId } = useParams();
  const canEdit = useIsGranted('catalogue');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <BatchesScreen
      key={id}
      path={urls.adminProductBatches(id)}
      productId={id}
      openId={batchId}
      header={({ reload, product }) => (
        <>
          <ScreenHeader title="Batches" hint={product?.title}>
            {canEdit && (
              <LinkButton to={urls.adminProduct(id)} variant="secondary">
                Edit product
              </LinkButton>
            )}
            <Button disabled={product?.stockKind !== 'pool'} onClick={() => setIsAdding(true)}>
              <Plus aria-hidden="true" size={18} />
              Add codes
            </Button>
          </ScreenHeader>
          <Suspense>
            {isAdding && product && (
              <AddCodesDialog product={product} onAdded={reload} onClose={() => setIsAdding(false)} />
            )}
          </Suspense>
        </>
      )}
      empty={(product) => (
        <EmptyState
          title="No codes yet"
          hint={
            product?.stockKind === 'shared'
              ? 'This product delivers one shared code. Make it a pool of codes to add codes to it.'
              : 'Add the codes that your supplier sent; each is sold to one buyer.'
          }
        />
      )}
    />
  );
}
