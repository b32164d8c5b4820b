import type { Product } from '@shop/contract/products/product';
import { useDeferredValue, useEffect, useId } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { clearSimilarProducts, loadSimilarProducts, productSlice } from '../product.slice.ts';
import { ProductCard } from '../product-card.tsx';

/** Loaded after the product is on the screen, and cleared on leaving it (spec §7). */
export function SimilarProducts({ product }: { product: Product }) {
  const { _id: id, company, category } = product;
  const dispatch = useAppDispatch();
  // Two rows of cards in one render would delay a tap. A deferred value lets React interrupt the render.
  const similarProducts = useDeferredValue(useSelector(productSlice.selectSlice).similarProducts);
  useEffect(() => {
    const running = dispatch(loadSimilarProducts(id));
    return () => {
      running.abort();
      dispatch(clearSimilarProducts());
    };
  }, [id, dispatch]);
  if (!similarProducts) return null;
  return (
    <>
      <ProductRow title={`More from ${company}`} products={similarProducts.ProductsByCompany} />
      <ProductRow title={`More in ${category}`} products={similarProducts.ProductsByCategory} />
    </>
  );
}

function ProductRow({ title, products }: { title: string; products: Product[] }) {
  const titleId = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-12">
      <h2 id={titleId} className="mb-4 text-21 font-semibold">
        {title}
      </h2>
      <ul className="product-row">
        {products.map((similar) => (
          <li key={similar._id}>
            <ProductCard product={similar} />
          </li>
        ))}
      </ul>
    </section>
  );
}
