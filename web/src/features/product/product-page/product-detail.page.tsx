import type { Product } from '@shop/contract/products/product';
import { memo, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { data, type LoaderFunctionArgs, type Params, useLocation, useParams, useRevalidator } from 'react-router';
import { maxQuantity } from '../../../lib/format/quantity.ts';
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

/** Product ids are case-insensitive in URLs. */
const productIdOf = ({ id = '' }: Params) => id.toLowerCase();

export async function loader(args: LoaderFunctionArgs) {
  const id = productIdOf(args.params);
  const loading = dispatchInLoader(args, (dispatch) => {
    dispatch(showProduct(id));
    return dispatch(loadProduct(id));
  });
  // The browser does not wait: it shows the product of the clicked card until the reply arrives.
  if (!import.meta.env.SSR) return ensurePaymentDocument(args.request);
  const outcome = await loading;
  const failure = loadProduct.rejected.match(outcome) ? outcome.payload : undefined;
  // An invalid id (422) gets the same status as an unknown id.
  return data(null, { status: failure?.status === 422 ? 404 : failure?.status || 200 });
}

export function Component() {
  const id = productIdOf(useParams());
  const { state } = useLocation() as { state: { product?: Product; quantity?: number } | null };
  const { currentId, currentProduct, isMissing, error } = useSelector(productSlice.selectSlice);
  const revalidator = useRevalidator();

  if (isMissing && currentId === id) return <ProductNotFound />;
  const product = [currentProduct, state?.product].find((known) => known?._id === id);
  if (product) return <ProductForSale key={product._id} product={product} initialQuantity={state?.quantity} />;
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
 * Keeps the chosen quantity within the stock, which may shrink while the page is open. Memoised, because other changes
 * of the product state must not render it again.
 */
const ProductForSale = memo(function ProductForSale({
  product,
  initialQuantity = 1,
}: {
  product: Product;
  initialQuantity?: number;
}) {
  const [chosenQuantity, setChosenQuantity] = useState(1);
  // Set in an effect, because the server renders the page without the history state.
  useEffect(() => setChosenQuantity(initialQuantity), [initialQuantity]);
  // The history entry keeps the quantity while the user signs in.
  function changeQuantity(quantity: number) {
    setChosenQuantity(quantity);
    saveInHistoryEntry({ ...historyEntryState(), quantity });
  }
  const max = maxQuantity(product);
  const quantity = Math.min(chosenQuantity, max);
  useEffect(() => rememberViewed(product), [product]);
  return (
    <ProductDetail
      product={product}
      choice={{ quantity, max, choose: changeQuantity }}
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
