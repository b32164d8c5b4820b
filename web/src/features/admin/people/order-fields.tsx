import type { AdminOrder } from '@shop/contract/orders';
import type { Product } from '@shop/contract/product';
import { FactList } from '../list/fact-list.tsx';
import { factsOf } from './order-facts.ts';

/** Every field of an order but its id and date, which its heading shows, then the product as it was sold. */
export function OrderFields({ order }: { order: AdminOrder }) {
  const { _id, createdAt, productDetails, ...fields } = order;
  const { _id: productId, images, ...productFields } = productDetails;
  return (
    <div className="grid gap-6">
      <FactList facts={factsOf(fields)} />
      <section className="border-t border-line pt-4">
        <h3 className="mb-3 text-17 font-semibold">Product Details</h3>
        <FactList facts={factsOf(productFields)} />
        <ProductPictures title={productDetails.title} images={images} />
      </section>
    </div>
  );
}

const ProductPictures = ({ title, images }: Pick<Product, 'title' | 'images'>) =>
  images.length > 0 && (
    <ul className="mt-4 flex flex-wrap gap-3">
      {images.map((image, index) => (
        <li key={image.public_id}>
          <img
            src={image.url}
            alt={`${title} (${index + 1})`}
            width={image.width}
            height={image.height}
            loading="lazy"
            className="h-24 w-auto rounded-control border border-line"
          />
        </li>
      ))}
    </ul>
  );
