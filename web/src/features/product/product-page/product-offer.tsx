import type { Product } from '@shop/contract/products/product';
import type { ReactNode } from 'react';
import { Stars } from '../../../ui/pictures/stars.tsx';
import { Badge } from '../../../ui/text/badge.tsx';
import { ProductTags } from '../product-tags.tsx';
import { WishButton } from '../wishlist/wish-button.tsx';
import type { QuantityChoice } from './buy-bar.tsx';
import { BuyBox } from './buy-box.tsx';
import { ShareButton } from './share-button.tsx';

export type OfferProps = { product: Product; choice: QuantityChoice; buyNow: ReactNode };

/** The title and tags of a product, with its buy box. */
export function ProductOffer({ product, choice, buyNow }: OfferProps) {
  const { title, subtitle, company } = product;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-6 lg:row-span-2">
      <div className="grid gap-3">
        <p className="text-muted sellers-words">{company}</p>
        <h1 className="text-27 font-bold">{title}</h1>
        {subtitle && <p className="text-17 text-muted sellers-words">{subtitle}</p>}
        <Stars rating={product.rating} count={product.ratingCount} />
        <ProductTags product={product} hasCompany />
        <div className="flex flex-wrap items-center gap-1.5">
          <Badge tone="success">Free Delivery</Badge>
          <Badge>No Return Policy</Badge>
          <span className="ml-auto flex items-center gap-1.5">
            <ShareButton title={title} />
            <WishButton product={product} />
          </span>
        </div>
      </div>
      <BuyBox product={product} choice={choice} buyNow={buyNow} />
    </div>
  );
}
