import type { Product } from '@shop/contract/products/product';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { loadPopular } from '../product.slice.ts';
import { ProductGrid } from '../product-grid.tsx';
import { CategoryLinks } from './category-links.tsx';

const MAX_SHOWN = 3;

/** Alternatives for an empty result: popular products and links to the categories. */
export default function PopularInstead() {
  const dispatch = useAppDispatch();
  const [products, setProducts] = useState<Product[]>([]);
  useEffect(() => {
    const running = dispatch(loadPopular(MAX_SHOWN));
    running.unwrap().then(
      ({ data }) => setProducts(data),
      // The page is useful without this list, so a failure is ignored.
      () => undefined,
    );
    return () => running.abort();
  }, [dispatch]);
  return (
    <div className="grid gap-8">
      <CategoryLinks />
      {products.length > 0 && (
        <section aria-labelledby="popular">
          <h3 id="popular" className="mb-4 text-21 font-semibold">
            Popular right now
          </h3>
          <ProductGrid products={products} />
        </section>
      )}
    </div>
  );
}
