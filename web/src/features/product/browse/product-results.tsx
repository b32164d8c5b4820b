import type { Pagination as Pages } from '@shop/contract/common';
import ListFilter from 'lucide-react/icons/list-filter';
import { Suspense, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigation, useRevalidator } from 'react-router';
import { countText } from '../../../lib/format/count-text.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Pagination } from '../../../ui/navigation/pagination.tsx';
import { lazyDialog } from '../../../ui/overlays/lazy-dialog.ts';
import { productSlice } from '../product.slice.ts';
import { ProductGrid, ProductGridSkeleton } from '../product-grid.tsx';
import { useDelayed } from '../search/use-delayed.ts';
import { ActiveFilters, focusResults } from './active-filters.tsx';
import { ProductFilters } from './product-filters.tsx';
import { countFilters, type ProductView, productViewUrl, viewTitle } from './product-query.ts';
import { SortSelect } from './sort-select.tsx';
import { usePendingView } from './use-pending-view.ts';

const SKELETON_AFTER_MS = 120;

// Loaded on demand with its modal, because only small screens need it.
const FilterSheet = lazyDialog('The filters', () => import('./filter-sheet.tsx'));
const PopularInstead = lazyPart(() => import('./popular-instead.tsx'));

/** Includes the page number: screen readers announce nothing else when the page changes. */
const resultText = ({ total, page, pages }: Pages) =>
  countText(total, 'product', 'products') + (pages > 1 && page <= pages ? `, page ${page} of ${pages}` : '');

/** The list with its filters beside it; on a small screen a button opens the filters in a sheet. */
export function ProductResults({ view }: { view: ProductView }) {
  const { facets, pagination, shownFor, error } = useSelector(productSlice.selectSlice);
  const [isOpen, setIsOpen] = useState(false);
  const pendingView = usePendingView(view);
  const filterCount = countFilters(view);
  return (
    <section aria-labelledby="products" className="lg:grid lg:grid-cols-[13rem_1fr] lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:col-start-2">
        <div>
          <h2 id="products" className="text-21 font-semibold">
            {view.q ? 'Search results' : viewTitle(view) || 'All products'}
          </h2>
          <p role="status" className="text-muted">
            {!error && pagination && resultText(pagination)}
          </p>
          {shownFor && (
            <p>
              Showing results for <strong>{shownFor}</strong>
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
          <Button
            variant="secondary"
            size="lg"
            aria-haspopup="dialog"
            onClick={() => setIsOpen(true)}
            className="lg:hidden"
          >
            <ListFilter aria-hidden="true" size={18} />
            {filterCount > 0 ? `Filters (${filterCount})` : 'Filters'}
          </Button>
          <SortSelect view={pendingView} />
        </div>
      </div>
      <aside aria-label="Filters" className="max-lg:hidden lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <ProductFilters view={pendingView} facets={facets} />
      </aside>
      <Suspense>
        {isOpen && (
          <FilterSheet view={pendingView} facets={facets} total={pagination?.total} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
      <div className="min-w-0 lg:col-start-2">
        <ActiveFilters view={pendingView} />
        <ResultList view={view} />
      </div>
    </section>
  );
}

function ResultList({ view }: { view: ProductView }) {
  const { products, pagination, loading, error } = useSelector(productSlice.selectSlice);
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isFiltering = navigation.location?.pathname === urls.home || revalidator.state === 'loading';
  // Only while the list itself loads; other requests do not replace it with a skeleton.
  const isSlow = useDelayed(isFiltering && loading, SKELETON_AFTER_MS);
  function tryAgain() {
    focusResults();
    revalidator.revalidate();
  }
  if (isSlow) return <ProductGridSkeleton />;
  if (error)
    return (
      <div role="alert">
        <EmptyState
          heading="h3"
          title="The products could not be loaded"
          hint={error}
          action={<Button onClick={tryAgain}>Try again</Button>}
        />
      </div>
    );
  if (products.length === 0) return <NothingFound view={view} isPastTheEnd={(pagination?.total ?? 0) > 0} />;
  return (
    <>
      <ProductGrid products={products} />
      {pagination && (
        <div className="mt-8">
          <Pagination
            page={pagination.page}
            pages={pagination.pages}
            hrefFor={(page) => productViewUrl({ ...view, page })}
            onChoose={focusResults}
          />
        </div>
      )}
    </>
  );
}

function NothingFound({ view, isPastTheEnd }: { view: ProductView; isPastTheEnd: boolean }) {
  // Mounted in the browser only, so that the server does not wait for this request.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  if (isPastTheEnd)
    return (
      <EmptyState
        heading="h3"
        title="There is nothing on this page"
        hint="The list has fewer pages now."
        action={
          <LinkButton to={productViewUrl({ ...view, page: undefined })} onClick={focusResults}>
            Go to the first page
          </LinkButton>
        }
      />
    );
  return (
    <>
      <EmptyState
        heading="h3"
        title="No products found"
        hint={
          view.q
            ? `Nothing on sale matches “${view.q}”. Try fewer or other words, or take a filter away.`
            : 'Nothing on sale matches these filters at the moment. Take one away, or look at everything.'
        }
        action={
          <LinkButton to={urls.home} onClick={focusResults}>
            Show all products
          </LinkButton>
        }
      />
      {isMounted && (
        <Suspense>
          <PopularInstead />
        </Suspense>
      )}
    </>
  );
}
