import type { Facets } from '@shop/contract/catalogue';
import { categories } from '@shop/contract/categories';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { type FacetChoice, FacetLinks } from './facet-links.tsx';
import { PriceFilter } from './price-filter.tsx';
import { type ProductView, productViewUrl } from './product-query.ts';

const COMPANIES_SHOWN = 8;

type Counts = Facets['categories'];

/** Without counts (they failed to load) every category can still be chosen. */
function categoryChoices(view: ProductView, counts: Counts | undefined): FacetChoice[] {
  return categories.flatMap((name) => {
    const count = counts ? (counts.find((entry) => entry.name === name)?.count ?? 0) : null;
    const isSelected = view.category === name;
    if (count === 0 && !isSelected) return [];
    const href = productViewUrl({ ...view, category: isSelected ? undefined : name, page: undefined });
    return { name, count, href, isSelected };
  });
}

function companyChoices(view: ProductView, counts: Counts = []): FacetChoice[] {
  const most = counts.toSorted((one, other) => other.count - one.count).slice(0, COMPANIES_SHOWN);
  const isShown = most.some(({ name }) => name === view.company);
  const selected = { name: view.company ?? '', count: counts.find(({ name }) => name === view.company)?.count ?? 0 };
  return [...(view.company && !isShown ? [selected] : []), ...most].map(({ name, count }) => {
    const isSelected = view.company === name;
    const href = productViewUrl({ ...view, company: isSelected ? undefined : name, page: undefined });
    return { name, count, href, isSelected };
  });
}

export function ProductFilters({ view, facets }: { view: ProductView; facets: Facets | null }) {
  return (
    <div className="grid gap-6">
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
