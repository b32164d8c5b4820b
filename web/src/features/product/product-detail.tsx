import type { Product } from '@shop/contract/product';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { KeptPart } from '../../lib/kept-part.tsx';
import { PageMeta } from '../../lib/page-meta.tsx';
import { urls } from '../../lib/urls.ts';
import { Badge } from '../../ui/badge.tsx';
import { Stars } from '../../ui/stars.tsx';
import type { Choice } from './buy-bar.tsx';
import { BuyBox } from './buy-box.tsx';
import { HowToBuy } from './how-to-buy.tsx';
import { ProductGallery } from './product-gallery.tsx';
import { productViewUrl } from './product-query.ts';
import { ProductStructuredData } from './product-structured-data.tsx';
import { ProductTabs } from './product-tabs.tsx';
import { ProductTags } from './product-tags.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';
import { ShareButton } from './share-button.tsx';
import { SimilarProducts } from './similar-products.tsx';
import { WishButton } from './wish-button.tsx';

/** `buyNow` belongs to the buying feature and is handed in by the page. */
type ProductDetailProps = { product: Product; choice: Choice; buyNow: ReactNode };

export function ProductDetail({ product, choice, buyNow }: ProductDetailProps) {
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
      <KeptPart of={import.meta.env.SSR && ['trail', category]}>
        <Trail category={category} />
      </KeptPart>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <ProductGallery product={product} />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 lg:row-span-2">
          <div className="grid gap-3">
            <p className="text-muted">{company}</p>
            <h1 className="text-27 font-bold">{title}</h1>
            {subtitle && <p className="text-17 text-muted">{subtitle}</p>}
            <Stars rating={product.rating} count={product.ratingCount} />
            <ProductTags product={product} hasCompany />
            <div className="flex flex-wrap items-center gap-1.5">
              <Badge tone="success">Free Delivery</Badge>
              <Badge>No Return Policy</Badge>
              <span className="ml-auto flex items-center gap-1.5">
                <KeptPart of={import.meta.env.SSR && 'share'}>
                  <ShareButton title={title} />
                </KeptPart>
                <WishButton product={product} />
              </span>
            </div>
          </div>
          <BuyBox product={product} choice={choice} buyNow={buyNow} />
        </div>
        <ProductTabs product={product} />
      </div>
      <SimilarProducts product={product} />
      <RecentlyViewed except={product._id} />
      <KeptPart of={import.meta.env.SSR && ['how-to-buy', category]}>
        <HowToBuy category={category} />
      </KeptPart>
    </div>
  );
}

const Trail = ({ category }: Pick<Product, 'category'>) => (
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
