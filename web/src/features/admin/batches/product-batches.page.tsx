import Plus from 'lucide-react/icons/plus';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { loadProduct } from '../admin.requests.ts';
import { ScreenHeader } from '../list/screen-header.tsx';
import { useItem } from '../list/use-item.ts';
import { BatchesScreen } from './batches-screen.tsx';

const AddCodesDialog = lazy(() => import('../add-codes/add-codes-dialog.tsx'));

/** The batches of one product, and where codes are added to it. */
export function Component() {
  const { id = '', batchId } = useParams();
  const { data: product, isMissing } = useItem(loadProduct, (admin) => admin.product, id);
  const [isAdding, setIsAdding] = useState(false);
  if (isMissing) return <EmptyState heading="h1" title="Product not found" hint="It may have been deleted." />;
  const isPool = product?.stockKind === 'pool';
  return (
    <BatchesScreen
      key={id}
      path={urls.adminProductBatches(id)}
      productId={id}
      shownId={batchId}
      header={(reload) => (
        <>
          <ScreenHeader title="Batches" hint={product?.title}>
            <LinkButton to={urls.adminProduct(id)} variant="secondary">
              Edit product
            </LinkButton>
            <Button disabled={!isPool} onClick={() => setIsAdding(true)}>
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
      empty={
        <EmptyState
          title="No codes yet"
          hint={
            product && !isPool
              ? 'This product delivers one shared code. Make it a pool of codes to add codes to it.'
              : 'Add the codes that your supplier sent; each is sold to one buyer.'
          }
        />
      }
    />
  );
}
