import { formatRupees } from '@shop/contract/money';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { type ProductView, productViewUrl } from './product-query.ts';

function priceLabel({ minPrice, maxPrice }: ProductView): string {
  if (minPrice === undefined) return `Up to ${formatRupees(maxPrice ?? 0)}`;
  if (maxPrice === undefined) return `From ${formatRupees(minPrice)}`;
  return `${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`;
}

function activeFilters(view: ProductView): { label: string; without: ProductView }[] {
  const { q, category, company, minPrice, maxPrice } = view;
  return [
    ...(q ? [{ label: `“${q}”`, without: { ...view, q: undefined } }] : []),
    ...(category ? [{ label: category, without: { ...view, category: undefined } }] : []),
    ...(company ? [{ label: company, without: { ...view, company: undefined } }] : []),
    ...(minPrice === undefined && maxPrice === undefined
      ? []
      : [{ label: priceLabel(view), without: { ...view, minPrice: undefined, maxPrice: undefined } }]),
  ];
}

/** A pressed filter, page link or "Try again" button disappears, so the focus moves to the results. */
export const focusResults = () => focusHeading('#products');

/** Lists the active filters; each links to the same view without it. */
export function ActiveFilters({ view }: { view: ProductView }) {
  const filters = activeFilters(view);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="mb-6 flex flex-wrap gap-2">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={productViewUrl({ ...without, page: undefined })}
            preventScrollReset
            onClick={focusResults}
            className="inline-flex min-h-8 items-center gap-1 rounded-control border border-line bg-surface px-2 text-13 wrap-anywhere hover:bg-sunken"
          >
            <span className="sr-only">Remove filter </span>
            {label}
            <X aria-hidden="true" size={14} className="shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={productViewUrl({ sort: view.sort })}
          preventScrollReset
          onClick={focusResults}
          className="inline-flex min-h-8 items-center px-2 text-13 font-semibold text-brand hover:underline"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}
