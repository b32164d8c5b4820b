import type { Product } from '@shop/contract/products/product';
import { useLaidOutCount } from '../../lib/state/deferred-layout.ts';
import { Voucher } from '../../ui/pictures/voucher.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProductCard } from './product-card.tsx';

const gridStyle = 'grid gap-6 sm:grid-cols-2 xl:grid-cols-3';

export function ProductGrid({ products }: { products: Product[] }) {
  const laidOut = useLaidOutCount(products.length);
  return (
    <ul className={gridStyle}>
      {products.map((product, index) => (
        <li key={product._id} className={index < laidOut ? undefined : 'seen-late-130'}>
          <ProductCard product={product} isLead={index === 0} />
        </li>
      ))}
    </ul>
  );
}

const placeholders = [1, 2, 3, 4, 5, 6];

export const ProductGridSkeleton = () => (
  <div role="status" className={gridStyle}>
    <span className="sr-only">Loading products...</span>
    {placeholders.map((key) => (
      <Voucher
        key={key}
        stub={
          <div className="flex items-center justify-between p-4">
            <Skeleton className="h-7 w-24" />
            <Skeleton className="h-9 w-24" />
          </div>
        }
      >
        <Skeleton className="aspect-4/3 w-full" />
        <div className="grid gap-2 p-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-6 w-5/6" />
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-6 w-full" />
        </div>
      </Voucher>
    ))}
  </div>
);
