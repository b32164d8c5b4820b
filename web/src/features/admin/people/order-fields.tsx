import type { AdminOrder } from '@shop/contract/orders';
import type { Product } from '@shop/contract/products/product';
import { ProductImage } from '../../../ui/pictures/product-image.tsx';
import { FactList } from '../list/fact-list.tsx';
import { factsOf } from './order-facts.ts';

/** All fields of an order except id and date, which are in its heading, and the product as it was sold. */
export function OrderFields({ order }: { order: AdminOrder }) {
  const { _id, createdAt, productDetails, ...fields } = order;
  const { _id: productId, images, ...productFields } = productDetails;
  return (
    <div className="grid gap-6">
      <FactList facts={factsOf(fields)} />
      <section className="border-t border-line pt-4">
        <h3 className="mb-3 text-17 font-semibold">Product Details</h3>
        <FactList facts={factsOf(productFields)} />
        <ProductPictures product={productDetails} />
      </section>
    </div>
  );
}

const ProductPictures = ({ product }: { product: Pick<Product, 'title' | 'category' | 'images'> }) =>
  product.images.length > 0 && (
    <ul className="mt-4 flex flex-wrap gap-3">
      {product.images.map(({ public_id }, index) => (
        <li key={public_id} className="h-24 w-32 overflow-hidden rounded-control border border-line">
          <ProductImage product={product} index={index} sizes="8rem" className="size-full object-cover" />
        </li>
      ))}
    </ul>
  );
