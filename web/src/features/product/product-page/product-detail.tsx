import type { Product } from '@shop/contract/products/product';
import { Link } from 'react-router';
import { PageMeta } from '../../../lib/page-meta.tsx';
import { urls } from '../../../lib/urls.ts';
import { productViewUrl } from '../browse/product-query.ts';
import { RecentlyViewed } from '../recently-viewed/recently-viewed.tsx';
import { HowToBuy } from './how-to-buy.tsx';
import { ProductGallery } from './product-gallery.tsx';
import { type OfferProps, ProductOffer } from './product-offer.tsx';
import { ProductStructuredData } from './product-structured-data.tsx';
import { ProductTabs } from './product-tabs.tsx';
import { SimilarProducts } from './similar-products.tsx';

/** `buyNow` belongs to the order feature, so the page passes it in. */
export function ProductDetail({ product, choice, buyNow }: OfferProps) {
  const { title, subtitle, company, category } = product;
  return (
    <div className="mx-auto max-w-6xl px-4 py-6">
      <PageMeta
        type="product"
        title={title}
        description={`${subtitle || title}. ${category} from ${company}, delivered online as soon as you have paid.`}
        path={urls.product(product._id)}
        image={product.images[0]}
      />
      <ProductStructuredData product={product} />
      <Breadcrumb category={category} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <ProductGallery product={product} />
        <ProductOffer product={product} choice={choice} buyNow={buyNow} />
        <ProductTabs product={product} />
      </div>
      <SimilarProducts product={product} />
      <RecentlyViewed except={product._id} />
      <HowToBuy category={category} />
    </div>
  );
}

const Breadcrumb = ({ category }: Pick<Product, 'category'>) => (
  <nav aria-label="Breadcrumb" className="mb-4 text-13 text-muted">
    <ol className="flex flex-wrap gap-x-2">
      <li>
        <Link to={urls.home} className="inline-flex min-h-6 items-center hover:underline">
          All products
        </Link>
      </li>
      <li aria-hidden="true">/</li>
      <li>
        <Link to={productViewUrl({ category })} className="inline-flex min-h-6 items-center hover:underline">
          {category}
        </Link>
      </li>
    </ol>
  </nav>
);
