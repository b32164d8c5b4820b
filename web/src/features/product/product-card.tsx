import type { Product } from '@shop/contract/products/product';
import { Link } from 'react-router';
import { urls } from '../../lib/urls.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { ProductImage } from '../../ui/pictures/product-image.tsx';
import { Stars } from '../../ui/pictures/stars.tsx';
import { Voucher } from '../../ui/pictures/voucher.tsx';
import { Price } from '../../ui/text/price.tsx';
import { ProductTags } from './product-tags.tsx';
import { WishButton } from './wishlist/wish-button.tsx';

/** Slightly smaller than the card on a phone, so that most phones load the 640-pixel file. */
const CARD_SIZES = '(min-width: 1280px) 280px, (min-width: 1024px) 400px, (min-width: 640px) 46vw, 85vw';

type ProductCardProps = {
  product: Product;
  isLead?: boolean;
};

/** The card is one link except for its heart. It passes the product along, so that the next page renders at once. */
export function ProductCard({ product, isLead = false }: ProductCardProps) {
  return (
    <div className="relative h-full">
      <Link to={urls.product(product._id)} state={{ product }} className="group block h-full">
        <Voucher
          className="h-full"
          stub={
            <div className="flex min-h-20 items-center justify-between gap-2 p-4">
              <Price price={product.price} originalPrice={product.originalPrice} />
              <span className={buttonStyle({ variant: 'secondary', size: 'sm', className: 'shrink-0' })}>
                View Details
              </span>
            </div>
          }
        >
          <ProductImage
            product={product}
            sizes={CARD_SIZES}
            isLead={isLead}
            className="aspect-4/3 w-full rounded-t-card object-cover"
          />
          <div className="grid gap-2 p-4">
            <p className="text-13 text-muted sellers-words">{product.company}</p>
            <h3 className="line-clamp-2 text-17 font-semibold group-hover:underline">{product.title}</h3>
            <p className="line-clamp-1 text-muted sellers-words">{product.subtitle}</p>
            <Stars rating={product.rating} count={product.ratingCount} />
            <ProductTags product={product} />
          </div>
        </Voucher>
      </Link>
      <WishButton product={product} className="absolute top-2 right-2" />
    </div>
  );
}
