import { useSelector } from 'react-redux';
import { Link, type LoaderFunctionArgs, useRevalidator } from 'react-router';
import { countText } from '../../../lib/format/count-text.ts';
import { PageMeta } from '../../../lib/page-meta.tsx';
import { dispatchInLoader } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { loadFacets, productSlice } from '../product.slice.ts';
import { productViewUrl } from './product-query.ts';

export async function loader(args: LoaderFunctionArgs) {
  await dispatchInLoader(args, (dispatch) => dispatch(loadFacets({})));
  return null;
}

export function Component() {
  const { facets } = useSelector(productSlice.selectSlice);
  const companies = facets?.companies.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return (
    <div className="mx-auto max-w-6xl px-4 py-8">
      <PageMeta
        title="Companies"
        description="Every brand whose gift cards, vouchers, keys and memberships are on sale here, with the number of products."
        path={urls.companies}
      />
      <h1 className="text-35 font-bold">Companies</h1>
      <p className="mt-2 mb-8 text-17 text-muted">Choose a company to see everything it has on sale.</p>
      {companies?.length ? <CompanyList companies={companies} /> : <NoCompanies hasAnswer={companies !== undefined} />}
    </div>
  );
}

const CompanyList = ({ companies }: { companies: { name: string; count: number }[] }) => (
  <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {companies.map(({ name, count }) => (
      <li key={name} className="min-w-0">
        <Link
          to={productViewUrl({ company: name })}
          className="group flex min-h-16 flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 hover:border-control"
        >
          <span
            aria-hidden="true"
            className="flex size-10 shrink-0 items-center justify-center rounded-control bg-brand-soft text-17 font-bold text-brand"
          >
            {/* Takes a whole code point: half a surrogate pair renders differently on the server and in the browser. */}
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere group-hover:underline">{name}</span>
          <span className="amount text-13 text-muted">{countText(count, 'product', 'products')}</span>
        </Link>
      </li>
    ))}
  </ul>
);

function NoCompanies({ hasAnswer }: { hasAnswer: boolean }) {
  const revalidator = useRevalidator();
  if (hasAnswer)
    return (
      <EmptyState
        title="No companies yet"
        hint="Nothing is on sale at the moment. Please come back soon."
        action={<LinkButton to={urls.home}>Back to Home</LinkButton>}
      />
    );
  return (
    <EmptyState
      title="The companies could not be loaded"
      hint="This is our fault and usually passes quickly."
      action={<Button onClick={() => revalidator.revalidate()}>Try again</Button>}
    />
  );
}
