import { formatCount } from '@shop/contract/counts';
import { formatRupees } from '@shop/contract/money';
import type { AdminProductRow } from '@shop/contract/products/product-input';
import type { StockKind } from '@shop/contract/stock-kinds';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Link, type LinkProps } from 'react-router';
import { formatDay } from '../../../lib/format/dates.ts';
import { listOverlayState } from '../../../lib/list-overlay.ts';
import { IconButton, iconButtonStyle } from '../../../ui/buttons/icon-button.tsx';
import { RowActions } from '../../../ui/data-table.tsx';
import { Thumbnail } from '../../../ui/pictures/thumbnail.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import type { Column, Columns } from '../list/list-table.tsx';
import { DayText } from '../list/time-text.tsx';
import type { Selection } from './use-selection.ts';

const stockKindLabels: Record<StockKind, string> = { shared: 'Shared code', pool: 'Pool' };

type ProductActions = {
  /** Without it the rows link to the batches of the product. */
  canEdit: boolean;
  urlOf: (product: AdminProductRow) => string;
  selection: Pick<Selection, 'isSelected' | 'isPageSelected' | 'select' | 'selectPage'>;
  copyLinkOf: (product: AdminProductRow) => LinkProps;
  onDelete: (product: AdminProductRow) => void;
};

export const productColumns = (actions: ProductActions): Columns<AdminProductRow> => [
  {
    header: 'Product',
    control: actions.canEdit && (
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          aria-label="Select all products on this page"
          checked={actions.selection.isPageSelected}
          onChange={(event) => actions.selection.selectPage(event.target.checked)}
          className="size-6 shrink-0"
        />
        {/* Cards have no column for this checkbox, so it needs a label. */}
        <span className="hidden @max-[60rem]:inline">Select all</span>
      </label>
    ),
    cell: (product) => (
      // With large text on a small screen the title wraps below.
      <span className="flex items-center gap-3 leading-tight max-sm:flex-wrap">
        {actions.canEdit && (
          <input
            type="checkbox"
            aria-label={`Select ${product.title}`}
            checked={actions.selection.isSelected(product._id)}
            onChange={(event) => actions.selection.select(product._id, event.target.checked)}
            className="size-6 shrink-0"
          />
        )}
        <span className="block h-8 w-11 shrink-0 overflow-hidden rounded-badge">
          <Thumbnail src={product.images[0]?.url} category={product.category} />
        </span>
        <span className="min-w-28 max-sm:flex-1">
          <Link
            to={actions.urlOf(product)}
            state={listOverlayState}
            preventScrollReset
            className="line-clamp-2 wrap-anywhere hover:underline"
          >
            {product.title}
          </Link>
          <span className="line-clamp-1 text-13 font-normal wrap-anywhere text-muted">{product.company}</span>
        </span>
      </span>
    ),
  },
  {
    header: 'Category',
    cell: ({ category }) => (
      <span className="whitespace-nowrap">
        <Badge>{category}</Badge>
      </span>
    ),
  },
  { header: 'Stock', cell: ({ stockKind }) => stockKindLabels[stockKind] },
  { header: 'Price', cell: ({ price }) => formatRupees(price), isNumeric: true },
  {
    header: 'Usage Limit',
    cell: ({ usageLimit }) => (usageLimit === 0 ? <Badge tone="amber">Sold out</Badge> : formatCount(usageLimit)),
    isNumeric: true,
  },
  { header: 'Sold', cell: ({ unitCounts }) => unitCounts.sold, isNumeric: true },
  {
    header: 'Status',
    cell: ({ isActive }) => <StatusDot tone={isActive ? 'good' : 'idle'} word={isActive ? 'Active' : 'Inactive'} />,
  },
  {
    header: 'Expiry Date',
    cell: ({ expiryDate, availability }) =>
      availability === 'expired' ? (
        <Badge tone="danger">Expired {formatDay(expiryDate)}</Badge>
      ) : (
        <DayText at={expiryDate} />
      ),
  },
  { header: 'Updated', cell: ({ updatedAt }) => <DayText at={updatedAt} /> },
  ...(actions.canEdit ? [actionsColumn(actions)] : []),
];

const actionsColumn = (actions: ProductActions): Column<AdminProductRow> => ({
  header: 'Actions',
  cell: (product) => (
    <RowActions>
      <Link
        to={actions.urlOf(product)}
        state={listOverlayState}
        preventScrollReset
        aria-label={`Edit ${product.title}`}
        title={`Edit ${product.title}`}
        className={iconButtonStyle}
      >
        <Pencil aria-hidden="true" size={18} />
      </Link>
      <Link
        {...actions.copyLinkOf(product)}
        preventScrollReset
        aria-label={`Duplicate ${product.title}`}
        title={`Duplicate ${product.title}`}
        className={iconButtonStyle}
      >
        <Copy aria-hidden="true" size={18} />
      </Link>
      <IconButton label={`Delete ${product.title}`} onClick={() => actions.onDelete(product)}>
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </RowActions>
  ),
});
