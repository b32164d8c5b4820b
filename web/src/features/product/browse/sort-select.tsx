import { type ProductSort, productSorts } from '@shop/contract/products/categories';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import type { ProductView } from './product-query.ts';
import { useChooseView } from './use-pending-view.ts';

const labels: Record<ProductSort, string> = {
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  rating: 'Best rated',
  expiring: 'Expiring soon',
};
const options = productSorts.map((value) => ({ value, label: labels[value] }));

/** Search results are sorted by relevance unless the visitor chooses an order. */
export function SortSelect({ view }: { view: ProductView }) {
  const choose = useChooseView();
  const choices = view.q ? [{ value: '', label: 'Best match' }, ...options] : options;
  return (
    <SelectField
      label="Sort by"
      value={view.sort ?? (view.q ? '' : 'newest')}
      options={choices}
      onChange={(event) => choose({ sort: productSorts.find((value) => value === event.target.value) })}
      className="flex-1 sm:flex sm:flex-none sm:items-center sm:gap-2 sm:[&>label]:mb-0"
    />
  );
}
