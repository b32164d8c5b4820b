import { formatCount } from '@shop/contract/counts';
import { formatRupees } from '@shop/contract/money';
import type { Batch } from '@shop/contract/stock';
import { Link, type To } from 'react-router';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { RowActions } from '../../../ui/data-table.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { Column, Columns } from '../list/list-table.tsx';
import { DayText, TimeText } from '../list/time-text.tsx';
import { batchStateLabels, batchStateOf, batchStateTones } from './batch-labels.ts';

type BatchActions = {
  urlOf: (batch: Batch) => To;
  onRecall: (batch: Batch) => void;
  /** False on the screen of one product, which shows the name in its heading. */
  hasProduct: boolean;
};

const countColumn = (header: string, name: keyof Batch['counts']): Column<Batch> => ({
  header,
  cell: ({ counts }) => formatCount(counts[name]),
  isNumeric: true,
});

const productColumn: Column<Batch> = {
  header: 'Product',
  cell: ({ product }) => (
    <Link to={urls.adminProductBatches(product._id)} className="line-clamp-2 min-w-20 wrap-anywhere hover:underline">
      {product.title}
    </Link>
  ),
};

export const BatchState = ({ batch }: { batch: Batch }) => {
  const state = batchStateOf(batch);
  return <StatusDot tone={batchStateTones[state]} word={batchStateLabels[state]} />;
};

export const batchColumns = ({ urlOf, onRecall, hasProduct }: BatchActions): Columns<Batch> => [
  {
    header: 'Reference',
    cell: (batch) => (
      <Link
        to={urlOf(batch)}
        state={listOverlayState}
        preventScrollReset
        className="line-clamp-2 min-w-20 text-brand wrap-anywhere hover:underline"
      >
        {batch.reference}
      </Link>
    ),
  },
  ...(hasProduct ? [productColumn] : []),
  { header: 'State', cell: (batch) => <BatchState batch={batch} /> },
  countColumn('Available', 'available'),
  countColumn('Held', 'held'),
  countColumn('Sold', 'sold'),
  countColumn('Withdrawn', 'withdrawn'),
  countColumn('Expired', 'expired'),
  countColumn('Total', 'total'),
  {
    header: 'Supplier',
    cell: ({ supplier }) => <span className="line-clamp-2 min-w-16 wrap-anywhere">{supplier || '-'}</span>,
  },
  {
    header: 'Unit Cost',
    cell: ({ unitCost }) => (unitCost === null ? '-' : formatRupees(unitCost)),
    isNumeric: true,
  },
  { header: 'Expires On', cell: ({ expiresOn }) => (expiresOn ? <DayText at={expiresOn} /> : '-') },
  {
    header: 'Added',
    cell: ({ createdAt, createdBy }) => (
      <>
        <TimeText at={createdAt} />
        <span className="line-clamp-1 text-13 wrap-anywhere text-muted">{createdBy?.name ?? 'The shop'}</span>
      </>
    ),
  },
  {
    header: 'Actions',
    cell: (batch) => (
      <RowActions>
        {!batch.recalledAt && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Recall ${batch.reference}`}
            onClick={() => onRecall(batch)}
          >
            Recall
          </Button>
        )}
        <LinkButton
          to={urlOf(batch)}
          state={listOverlayState}
          preventScrollReset
          variant="secondary"
          size="sm"
          aria-label={`View ${batch.reference}`}
        >
          View
        </LinkButton>
      </RowActions>
    ),
  },
];
