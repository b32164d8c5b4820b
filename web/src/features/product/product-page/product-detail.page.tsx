import type { Product } from '@shop/contract/products/product';
import { memo, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { data, type LoaderFunctionArgs, type Params, useLocation, useParams, useRevalidator } from 'react-router';
import { mostAtOnce } from '../../../lib/format/quantity.ts';
import { ensurePaymentDocument } from '../../../lib/payment-document.ts';
import { dispatchInLoader } from '../../../lib/state/dispatch.ts';
import { historyEntryState, saveInHistoryEntry } from '../../../lib/state/history-entry-state.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BuyNow } from '../../order/purchase/buy-now.tsx';
import { loadProduct, productSlice, showProduct } from '../product.slice.ts';
import { rememberViewed } from '../recently-viewed/remember-viewed.ts';
import { ProductDetail } from './product-detail.tsx';
import { ProductDetailSkeleton } from './product-detail-skeleton.tsx';

/** Written in capitals it is the same. */
const idIn = ({ id = '' }: Params) => id.toLowerCase();

export async function loader(args: LoaderFunctionArgs) {
  const id = idIn(args.params);
  const loading = dispatchInLoader(args, (dispatch) => {
    dispatch(showProduct(id));
    return dispatch(loadProduct(id));
  });
  // The browser shows the page at once, from what the visitor clicked on; the answer then replaces it.
  if (!import.meta.env.SSR) return ensurePaymentDocument(args.request);
  const outcome = await loading;
  const failure = loadProduct.rejected.match(outcome) ? outcome.payload : undefined;
  // An id that cannot be one leads nowhere either.
  return data(null, { status: failure?.status === 422 ? 404 : failure?.status || 200 });
}

export function Component() {
  const id = idIn(useParams());
  const { state } = useLocation() as { state: { product?: Product; quantity?: number } | null };
  const { currentId, currentProduct, isMissing, error } = useSelector(productSlice.selectSlice);
  const revalidator = useRevalidator();

  if (isMissing && currentId === id) return <ProductNotFound />;
  const product = [currentProduct, state?.product].find((known) => known?._id === id);
  if (product) return <ProductForSale key={product._id} product={product} wanted={state?.quantity} />;
  if (error)
    return (
      <div role="alert">
        <title>The product could not be loaded</title>
        <EmptyState
          heading="h1"
          title="The product could not be loaded"
          hint={error}
          action={<Button onClick={() => revalidator.revalidate()}>Try again</Button>}
        />
      </div>
    );
  return <ProductDetailSkeleton />;
}

/**
 * What was chosen, before signing in too, follows what is left: somebody else may have bought meanwhile. Whatever else
 * changes in its group of the store, it is drawn again for another product only.
 */
const ProductForSale = memo(function ProductForSale({ product, wanted = 1 }: { product: Product; wanted?: number }) {
  const [chosen, choose] = useState(1);
  // Not at first: the server, which rendered the page, does not know it.
  useEffect(() => choose(wanted), [wanted]);
  // With the address too, which is what a sign-in leads back to.
  function chooseForGood(quantity: number) {
    choose(quantity);
    saveInHistoryEntry({ ...historyEntryState(), quantity });
  }
  const most = mostAtOnce(product);
  const quantity = Math.min(chosen, most);
  useEffect(() => rememberViewed(product), [product]);
  return (
    <ProductDetail
      product={product}
      choice={{ quantity, most, choose: chooseForGood }}
      buyNow={<BuyNow product={product} quantity={quantity} isDisabled={product.availability !== 'available'} />}
    />
  );
});

const ProductNotFound = () => (
  <>
    <title>Product not found</title>
    <EmptyState
      heading="h1"
      title="Product not found"
      hint="It may have been taken off sale, or the link may be incomplete."
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton to={urls.home}>Browse all products</LinkButton>
          <LinkButton to={urls.categories} variant="secondary">
            See the categories
          </LinkButton>
        </span>
      }
    />
  </>
);
