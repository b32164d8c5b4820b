import type { Facets } from '@shop/contract/products/catalogue';
import { categories } from '@shop/contract/products/categories';
import { Link } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { type FacetChoice, FacetLinks } from './facet-links.tsx';
import { PriceFilter } from './price-filter.tsx';
import { type ProductView, productViewUrl } from './product-query.ts';

type Counts = Facets['categories'];

function choiceOf(view: ProductView, facet: 'category' | 'company', name: string, count: number | null): FacetChoice {
  const isSelected = view[facet] === name;
  return {
    name,
    count,
    isSelected,
    href: productViewUrl({ ...view, [facet]: isSelected ? undefined : name, page: undefined }),
  };
}

/** Without counts (they failed to load) every category is still offered. */
const categoryChoices = (view: ProductView, counts: Counts | undefined): FacetChoice[] =>
  categories
    .map((name) =>
      choiceOf(view, 'category', name, counts ? (counts.find((entry) => entry.name === name)?.count ?? 0) : null),
    )
    .filter(({ count, isSelected }) => count !== 0 || isSelected);

/** Companies in the order of the reply. The selected one is shown even if it has no products left. */
function companyChoices(view: ProductView, counts: Counts = []): FacetChoice[] {
  const choices = counts.map(({ name, count }) => choiceOf(view, 'company', name, count));
  return view.company && !choices.some(({ isSelected }) => isSelected)
    ? [choiceOf(view, 'company', view.company, 0), ...choices]
    : choices;
}

export function ProductFilters({ view, facets }: { view: ProductView; facets: Facets | null }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <FacetLinks title="Category" choices={categoryChoices(view, facets?.categories)} />
      <div>
        <FacetLinks title="Company" choices={companyChoices(view, facets?.companies)} />
        <Link to={urls.companies} className="inline-flex min-h-9 items-center font-medium text-brand hover:underline">
          All companies
        </Link>
      </div>
      <PriceFilter view={view} range={facets?.price} />
    </div>
  );
}
