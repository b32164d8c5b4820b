import { formatRupees } from '@shop/contract/money';
import type { Batch } from '@shop/contract/stock';
import { Link } from 'react-router';
import { formatDay, formatTime } from '../../../lib/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { loadBatch } from '../admin.requests.ts';
import { FactList } from '../list/fact-list.tsx';
import { useItem } from '../list/use-item.ts';
import { BatchBuyers } from './batch-buyers.tsx';
import { BatchState } from './batches-columns.tsx';
import { StockCounts } from './stock-counts.tsx';

type BatchModalProps = { id: string; onRecall: (batch: Batch) => void; onClose: () => void };

/** One batch: where it came from, what became of it, and who has received from it. */
export default function BatchModal({ id, onRecall, onClose }: BatchModalProps) {
  const { data: batch, error, isMissing } = useItem(loadBatch, (admin) => admin.batch, id);
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
      {batch && <BatchBuyers batchId={batch._id} />}
    </Modal>
  );
}

function BatchDetails({ batch }: { batch: Batch }) {
  const { product, supplier, unitCost, expiresOn, createdAt, createdBy, recalledAt, recallReason, counts } = batch;
  return (
    <div className="grid gap-6">
      {recalledAt && (
        <Banner tone="warning" title={`Recalled on ${formatTime(recalledAt)}`}>
          {recallReason}
        </Banner>
      )}
      <StockCounts counts={counts} />
      <FactList
        facts={[
          {
            label: 'Product',
            value: (
              <Link to={urls.adminProductBatches(product._id)} className="text-brand underline">
                {product.title}
              </Link>
            ),
          },
          { label: 'State', value: <BatchState batch={batch} /> },
          { label: 'Supplier', value: supplier || '-' },
          { label: 'Unit cost', value: unitCost === null ? '-' : formatRupees(unitCost) },
          { label: 'Codes expire on', value: expiresOn ? formatDay(expiresOn) : 'Not given for the batch' },
          { label: 'Added', value: `${formatTime(createdAt)} by ${createdBy?.name ?? 'the shop'}` },
        ]}
      />
    </div>
  );
}
