import { categories } from '@shop/contract/products/categories';
import { useSelector } from 'react-redux';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { countText } from '../../../lib/format/count-text.ts';
import { PageMeta } from '../../../lib/page-meta.tsx';
import { dispatchInLoader } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { CategoryMark } from '../../../ui/pictures/category-marks.tsx';
import { loadFacets, productSlice } from '../product.slice.ts';
import { productViewUrl } from './product-query.ts';

export async function loader(args: LoaderFunctionArgs) {
  await dispatchInLoader(args, (dispatch) => dispatch(loadFacets({})));
  return null;
}

const descriptions: Record<(typeof categories)[number], string> = {
  Coupon: 'A code that lowers the price at the checkout of a shop you use anyway.',
  Voucher: 'Paid in advance: a meal, a film, a day out, to be redeemed when it suits you.',
  'Gift Card': 'Credit at one brand, for somebody else or for yourself.',
  'Software Key': 'Licences for programs, games and security suites, ready to be activated.',
  Membership: 'Months of music, films, fitness or delivery, without a renewal you forget.',
  Other: 'Everything else: top-ups, passes, credits.',
};

export function Component() {
  const { facets } = useSelector(productSlice.selectSlice);
  return (
    <div className="mx-auto max-w-6xl px-4 py-8">
      <PageMeta
        title="Categories"
        description="Coupons, vouchers, gift cards, software keys and memberships: choose a category and see what is on sale."
        path={urls.categories}
      />
      <h1 className="text-35 font-bold">Categories</h1>
      <p className="mt-2 mb-8 text-17 text-muted">Choose a category to see what is on sale in it.</p>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {categories.map((name) => (
          <li key={name} className="min-w-0">
            <Link
              to={productViewUrl({ category: name })}
              className="group flex h-full flex-wrap gap-4 rounded-card border border-line bg-surface p-6 hover:border-control"
            >
              <svg viewBox="0 0 48 48" aria-hidden="true" className="size-12 shrink-0 text-brand">
                <CategoryMark category={name} />
              </svg>
              <span className="grid min-w-0 flex-1 basis-32 content-start gap-1">
                <span className="text-17 font-semibold group-hover:underline">{name}</span>
                <span className="text-muted">{descriptions[name]}</span>
                {facets && (
                  <span className="amount text-13 font-semibold text-brand">
                    {countText(
                      facets.categories.find((entry) => entry.name === name)?.count ?? 0,
                      'product',
                      'products',
                    )}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
