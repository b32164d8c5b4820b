import type { BulkEdit } from '@shop/contract/products/bulk-edit';
import type { Category } from '@shop/contract/products/categories';
import type { StockKind } from '@shop/contract/stock-kinds';

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Empty fields are left out, so that they stay as they are. The server validates the values. */
export function readBulkEdit(form: FormData): BulkEdit {
  const [price, percent] = [textOf(form, 'price'), textOf(form, 'pricePercent')];
  const expiryDate = textOf(form, 'expiryDate');
  const category = textOf(form, 'category');
  const stockKind = textOf(form, 'stockKind');
  return {
    ...(price && { price: Number(price) }),
    ...(percent && { pricePercent: Number(percent) }),
    ...(expiryDate && { expiryDate }),
    ...(category && { category: category as Category }),
    ...(stockKind && { stockKind: stockKind as StockKind }),
  };
}
