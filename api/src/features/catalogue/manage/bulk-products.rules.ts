import { PRICE_MAX_RUPEES, SMALLEST_CHARGE_PAISE } from '@shop/contract/limits/limits';
import { toPaise, toRupees } from '@shop/contract/money';
import type { BulkEdit } from '@shop/contract/products/bulk-edit';
import type { BulkPreview, BulkRefusal, BulkValues } from '@shop/contract/products/bulk-preview';
import type { BulkProducts } from '@shop/contract/products/product-bulk';
import type { Row } from '../../../tables.ts';
import { expiryOf } from './products-admin.rules.ts';

/** The columns that a bulk edit can set and an undo can restore. */
export type ProductValues = Pick<
  Row<'products'>,
  'price_paise' | 'expiry_date' | 'category' | 'is_active' | 'deleted_at'
>;
export type BulkRow = ProductValues &
  Pick<Row<'products'>, 'id' | 'title' | 'stock_kind'> & {
    /** Available and held units. */
    unsold: number;
  };

export type Plan = { row: BulkRow; after: ProductValues; becomesPool: boolean; refusal: BulkRefusal | null };

const valuesOf = ({ price_paise, expiry_date, category, is_active, deleted_at }: BulkRow): ProductValues => ({
  price_paise,
  expiry_date,
  category,
  is_active,
  deleted_at,
});

function priceOf({ price_paise }: BulkRow, { price, pricePercent }: BulkEdit): number {
  if (price !== undefined) return toPaise(price);
  return pricePercent === undefined ? price_paise : Math.round((price_paise * (100 + pricePercent)) / 100);
}

function refusalOf(row: BulkRow, pricePaise: number, { stockKind }: BulkEdit): BulkRefusal | null {
  if (stockKind === 'shared' && row.stock_kind === 'pool') return 'needs-code';
  if (pricePaise > 0 && pricePaise < SMALLEST_CHARGE_PAISE) return 'price-too-small';
  return pricePaise > toPaise(PRICE_MAX_RUPEES) ? 'price-too-large' : null;
}

function planEdit(row: BulkRow, changes: BulkEdit, now: Date): Plan {
  const before = valuesOf(row);
  const price_paise = priceOf(row, changes);
  const refusal = refusalOf(row, price_paise, changes);
  if (refusal) return { row, after: before, becomesPool: false, refusal };
  const expiry_date = changes.expiryDate ? expiryOf(changes.expiryDate, now, row.expiry_date) : row.expiry_date;
  const after = { ...before, price_paise, expiry_date, category: changes.category ?? row.category };
  return { row, after, becomesPool: changes.stockKind === 'pool' && row.stock_kind === 'shared', refusal: null };
}

/** Plans the change of one product. */
export function planChange(row: BulkRow, { action, changes = {} }: BulkProducts, now: Date): Plan {
  if (action === 'edit') return planEdit(row, changes, now);
  const before = valuesOf(row);
  const after = action === 'delete' ? { ...before, deleted_at: now } : { ...before, is_active: action === 'activate' };
  return { row, after, becomesPool: false, refusal: null };
}

const fieldNames = {
  price_paise: 'price',
  expiry_date: 'expiryDate',
  category: 'category',
  is_active: 'isActive',
  deleted_at: 'deletedAt',
} satisfies Record<keyof ProductValues, string>;

/** The names of the fields that a plan changes. */
export const changesIn = ({ row, after, becomesPool }: Plan): string[] => [
  ...Object.entries(fieldNames)
    .filter(([name]) => {
      const column = name as keyof ProductValues;
      return row[column]?.valueOf() !== after[column]?.valueOf();
    })
    .map(([, field]) => field),
  ...(becomesPool ? ['stockKind'] : []),
];

const onWire = (values: ProductValues, stockKind: BulkValues['stockKind']): BulkValues => ({
  price: toRupees(values.price_paise),
  expiryDate: values.expiry_date.toISOString(),
  category: values.category,
  stockKind,
});

const PREVIEW_MAX = 20;

export function previewOf(plans: readonly Plan[]): BulkPreview {
  const changing = plans.filter((plan) => changesIn(plan).length > 0);
  const refused = plans.filter(({ refusal }) => refusal !== null);
  const pools = changing.filter(({ becomesPool }) => becomesPool);
  return {
    count: plans.length,
    changed: changing.length,
    refused: refused.length,
    withdrawn: pools.reduce((sum, { row }) => sum + row.unsold, 0),
    canBeUndone: pools.length === 0,
    changes: changing.slice(0, PREVIEW_MAX).map(({ row, after, becomesPool }) => ({
      _id: row.id,
      title: row.title,
      before: onWire(row, row.stock_kind),
      after: onWire(after, becomesPool ? 'pool' : row.stock_kind),
    })),
    refusals: refused
      .slice(0, PREVIEW_MAX)
      .flatMap(({ row: { id, title }, refusal }) => (refusal ? [{ _id: id, title, reason: refusal }] : [])),
  };
}
