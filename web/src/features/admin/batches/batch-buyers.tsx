import { formatRupees } from '@shop/contract/money';
import type { BatchOrder } from '@shop/contract/stock';
import { useState } from 'react';
import { callPath } from '../../../lib/api.ts';
import { countText } from '../../../lib/format/count-text.ts';
import { urls } from '../../../lib/urls.ts';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { ExportLink } from '../list/export-link.tsx';
import { type Columns, ListTable } from '../list/list-table.tsx';
import { PageButtons } from '../list/page-buttons.tsx';
import { TimeText } from '../list/time-text.tsx';
import { orderStatusOf, shortOrderId } from '../orders/order-labels.ts';
import { SectionLink } from '../shell/section-link.tsx';
import { useBatchOrders } from './use-batch-orders.ts';

const columns: Columns<BatchOrder> = [
  {
    header: 'Buyer',
    cell: ({ customer }) => (
      <span className="block leading-tight">
        <span className="line-clamp-1 wrap-anywhere">{customer.name}</span>
        {customer.email && (
          <a
            href={`mailto:${customer.email}`}
            className="line-clamp-1 text-13 font-normal wrap-anywhere text-muted underline"
          >
            {customer.email}
          </a>
        )}
      </span>
    ),
  },
  { header: 'Codes', cell: ({ units }) => units, isNumeric: true },
  {
    header: 'Order',
    cell: ({ _id }) => (
      <SectionLink to={urls.adminOrder(_id)} className="amount [a&]:text-brand [a&]:hover:underline">
        {shortOrderId(_id)}
      </SectionLink>
    ),
  },
  {
    header: 'Status',
    // A delivered order is cancelled only by a refund.
    cell: ({ status }) => <StatusDot {...orderStatusOf({ status, isDelivered: true, paymentStatus: 'refunded' })} />,
  },
  { header: 'Amount Paid', cell: ({ amountPaid }) => formatRupees(amountPaid), isNumeric: true },
  { header: 'Delivered', cell: ({ deliveredAt }) => <TimeText at={deliveredAt} /> },
  { header: 'Last Revealed', cell: ({ revealedAt }) => (revealedAt ? <TimeText at={revealedAt} /> : 'Never') },
];

/** All buyers of the batch, also as a CSV file. */
export function BatchBuyers({ batchId }: { batchId: string }) {
  const [page, setPage] = useState(1);
  const { list, query, reload } = useBatchOrders(batchId, page);
  const { reply } = list;
  const total = reply?.pagination.total;
  return (
    <section aria-labelledby="batch-buyers" className="mt-6">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 id="batch-buyers" className="text-17 font-semibold">
          {total === undefined ? 'Buyers' : `Buyers, ${countText(total, 'order', 'orders')}`}
        </h3>
        {total !== undefined && total > 0 && (
          <ExportLink href={callPath('adminExportBatchOrders', { params: { id: batchId } })} size="sm">
            Download CSV
          </ExportLink>
        )}
      </div>
      <ListTable
        label="Buyers"
        list={list}
        query={query}
        columns={columns}
        onRetry={reload}
        empty={<p className="p-4 text-muted">Nobody has received a code of this batch.</p>}
      />
      {reply && reply.pagination.pages > 1 && (
        <div className="mt-3 flex items-center justify-between gap-2">
          <span className="amount text-muted">
            Page {page} of {reply.pagination.pages}
          </span>
          <PageButtons page={page} pages={reply.pagination.pages} onPage={setPage} />
        </div>
      )}
    </section>
  );
}
