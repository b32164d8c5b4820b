import type { AdminProduct, AdminProductRow } from '@shop/contract/products/product-input';
import type { StockKind } from '@shop/contract/stock-kinds';
import type { UnitState } from '../../../tables.ts';
import type { Goods } from '../../stock/units/goods.service.ts';
import { fieldsForAdmins } from '../product-columns.ts';
import { type ProductRow, productOnWire } from '../product-on-wire.ts';

export type AdminProductRecord = ProductRow & {
  goods_id: string | null;
  uploader: string | null;
  stock_kind: StockKind;
  unit_counts: Partial<Record<UnitState, number>>;
  batch_count: number;
};

/** A product in the admin list, without its goods. */
export const productForAdmins = (row: AdminProductRecord, now: Date): AdminProductRow => ({
  ...productOnWire(row, now),
  ...fieldsForAdmins(row),
  stockKind: row.stock_kind,
  uploadedBy: row.uploader,
  unitCounts: {
    held: 0,
    sold: 0,
    withdrawn: 0,
    ...row.unit_counts,
    available: row.available_units,
    expired: (row.unit_counts.available ?? 0) - row.available_units,
  },
  batchCount: row.batch_count,
});

export const productWithGoods = (row: AdminProductRecord, goods: Goods, now: Date): AdminProduct => ({
  ...productForAdmins(row, now),
  ...goods,
});
