import { type ProductSort, productSorts } from '@shop/contract/categories';
import { useNavigate } from 'react-router';
import { SelectField } from '../../ui/select-field.tsx';
import { type ProductView, productViewUrl } from './product-query.ts';

const labels: Record<ProductSort, string> = {
  newest: 'Newest',
  'price-asc': 'Price: low to high',
  'price-desc': 'Price: high to low',
  rating: 'Best rated',
  expiring: 'Expiring soon',
};
const options = productSorts.map((value) => ({ value, label: labels[value] }));

/** Search results come by relevance unless another order is asked for. */
export function SortSelect({ view }: { view: ProductView }) {
  const navigate = useNavigate();
  const choices = view.q ? [{ value: '', label: 'Best match' }, ...options] : options;
  return (
    <SelectField
      label="Sort by"
      value={view.sort ?? (view.q ? '' : 'newest')}
      options={choices}
      onChange={(event) => {
        const sort = productSorts.find((value) => value === event.target.value);
        navigate(productViewUrl({ ...view, sort, page: undefined }), { preventScrollReset: true });
      }}
      className="flex-1 sm:flex sm:flex-none sm:items-center sm:gap-2 sm:[&>label]:mb-0"
    />
  );
}
