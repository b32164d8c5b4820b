import { data, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { PageMeta } from '../../../lib/page-meta.tsx';
import { dispatchInLoader } from '../../../lib/state/dispatch.ts';
import { loadFacets, loadProducts } from '../product.slice.ts';
import { RecentlyViewed } from '../recently-viewed/recently-viewed.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { facetQueryOf, listQueryOf, productViewUrl, readProductView, viewTitle } from './product-query.ts';
import { ProductResults } from './product-results.tsx';

/** Only the largest companies; the companies page lists all. */
const COMPANIES_SHOWN = 8;

export async function loader(args: LoaderFunctionArgs) {
  const view = readProductView(new URL(args.request.url).searchParams);
  const [list] = await Promise.all([
    dispatchInLoader(args, (dispatch) => dispatch(loadProducts(listQueryOf(view)))),
    dispatchInLoader(args, (dispatch) => dispatch(loadFacets({ ...facetQueryOf(view), companies: COMPANIES_SHOWN }))),
  ]);
  const failure = loadProducts.rejected.match(list) ? list.payload : undefined;
  return data(null, { status: failure?.status || 200 });
}

export function Component() {
  const [search] = useSearchParams();
  const view = readProductView(search);
  const { category, company, page } = view;
  const subject = viewTitle(view);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8">
      <PageMeta
        title={view.q ? [`“${view.q}”`, subject].filter(Boolean).join(', ') : subject}
        description="Gift cards, vouchers, coupons, software keys and memberships at fair prices in rupees, delivered to your inbox as soon as you have paid."
        path={productViewUrl({ category, company, page })}
      />
      {view.q ? (
        // On a results page the heading is for screen readers only, so that the results come first.
        <h1 className="sr-only">Results for “{view.q}”</h1>
      ) : (
        <div className="mb-8 max-w-3xl">
          <h1 className="text-27 font-bold sm:text-35">Vouchers, gift cards and keys, delivered the moment you pay</h1>
          <p className="mt-2 text-17 text-muted">
            Genuine codes from brands you know, priced in rupees. Your code is in your account within seconds.
          </p>
        </div>
      )}
      <ProductResults view={view} />
      <RecentlyViewed />
      <HowItWorks />
    </div>
  );
}
