import type { Batch } from '@shop/contract/stock';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { loadBatch } from '../admin.requests.ts';
import { useItem } from '../list/use-item.ts';
import { useIsGranted } from '../shell/use-is-granted.ts';
import { BatchBuyers } from './batch-buyers.tsx';
import { BatchDetails } from './batch-details.tsx';

type BatchModalProps = { id: string; onRecall: (batch: Batch) => void; onClose: () => void };

/** One batch with its unit counts. Admins with permission for orders also see the buyers. */
export default function BatchModal({ id, onRecall, onClose }: BatchModalProps) {
  const { data: batch, error, isMissing } = useItem(loadBatch, (admin) => admin.batch, id);
  const canSeeBuyers = useIsGranted('orders');
  return (
    <Modal
      isOpen
      size="xl"
      title={batch ? `Batch ${batch.reference}` : 'Batch'}
      onClose={onClose}
      footer={
        <>
          {batch && !batch.recalledAt && (
            <Button variant="danger" onClick={() => onRecall(batch)} className="mr-auto">
              Recall batch
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isMissing && <EmptyState title="Batch not found" hint="The address may be incomplete." />}
      {error && !isMissing && <Banner tone="error">{error}</Banner>}
      {!batch && !error && <LoadingScreen />}
      {batch && <BatchDetails batch={batch} />}
      {batch && canSeeBuyers && <BatchBuyers batchId={batch._id} />}
    </Modal>
  );
}
