import type { Product } from '@shop/contract/products/product';
import { imageOnWire } from '../../platform/images/image-urls.ts';
import type { Row } from '../../tables.ts';
import { availabilityOf, averageRating } from './catalogue.rules.ts';
import { fieldsOnWire } from './product-columns.ts';

type Image = { id: string; width: number; height: number; widths: number[] };

export type ProductRow = Omit<
  Row<'products'>,
  | 'search'
  | 'searched'
  | 'rating_average'
  | 'goods_id'
  | 'stock_kind'
  | 'stock_until'
  | 'stock_told'
  | 'is_over'
  | 'sellable_until'
  | 'is_listed'
  | 'deleted_at'
  | 'uploaded_by'
> & {
  available_units: number;
  images: Image[];
};

/** The public view of a product. */
export const productOnWire = (row: ProductRow, now: Date): Product => ({
  _id: row.id,
  ...fieldsOnWire(row),
  rating: averageRating(row.rating_sum, row.rating_count),
  ratingCount: row.rating_count,
  images: row.images.map(imageOnWire),
  usageLimit: row.available_units,
  isSold: row.available_units === 0,
  availability: availabilityOf({ expiryDate: row.expiry_date, availableUnits: row.available_units }, now),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
