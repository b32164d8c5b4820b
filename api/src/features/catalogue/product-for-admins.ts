import type { AdminProduct, AdminProductRow } from '@shop/contract/product-input';
import type { UnitState } from '../../tables.ts';
import type { Goods } from '../stock/goods.service.ts';
import { type ProductRow, productOnWire } from './product-on-wire.ts';

export type AdminProductRecord = ProductRow & {
  goods_id: string | null;
  uploader: string | null;
  unit_counts: Partial<Record<UnitState, number>>;
};

/** A product as an administrator sees it in a list: never the goods. */
export const productForAdmins = (row: AdminProductRecord, now: Date): AdminProductRow => ({
  ...productOnWire(row, now),
  uploadedBy: row.uploader,
  unitCounts: { available: 0, held: 0, sold: 0, withdrawn: 0, ...row.unit_counts },
});

export const productWithGoods = (row: AdminProductRecord, goods: Goods, now: Date): AdminProduct => ({
  ...productForAdmins(row, now),
  ...goods,
});
