import { SHOP_NAME } from '@shop/contract/limits';
import { useSelector } from 'react-redux';
import type { LoaderFunctionArgs } from 'react-router';
import { useSearchParams } from 'react-router';
import { dispatchFrom } from '../../lib/dispatch.ts';
import { urls } from '../../lib/urls.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { loadProducts, productSlice } from './product.slice.ts';
import { ProductCard } from './product-card.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = new URL(request.url).searchParams.get('page') ?? undefined;
  await dispatchFrom(context)(loadProducts({ page }));
  return null;
}

export function Component() {
  const { products, pagination, error } = useSelector(productSlice.selectSlice);
  const [search] = useSearchParams();
  const hrefFor = (page: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(page));
    return `?${next}`;
  };
  return (
    <div className="mx-auto max-w-6xl px-4 py-8">
      <title>{SHOP_NAME}</title>
      <h1 className="mb-6 text-35 font-bold">Browse Products</h1>
      {error && <Banner tone="error">{error}</Banner>}
      {!error && products.length === 0 && (
        <EmptyState
          title="No products found"
          hint="There is nothing on sale here at the moment."
          action={<LinkButton to={urls.home}>Show all products</LinkButton>}
        />
      )}
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      {pagination && (
        <div className="mt-8">
          <Pagination page={pagination.page} pages={pagination.pages} hrefFor={hrefFor} />
        </div>
      )}
    </div>
  );
}
