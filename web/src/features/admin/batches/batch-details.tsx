import { formatRupees } from '@shop/contract/money';
import type { Batch } from '@shop/contract/stock';
import { Link } from 'react-router';
import { formatDay, formatTime } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { FactList } from '../list/fact-list.tsx';
import { BatchState } from './batches-columns.tsx';
import { StockCounts } from './stock-counts.tsx';

export function BatchDetails({ batch }: { batch: Batch }) {
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
