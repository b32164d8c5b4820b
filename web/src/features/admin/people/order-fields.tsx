import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import type { Product } from '@shop/contract/product';
import { formatTime } from '../../../lib/dates.ts';
import { FactList } from '../list/fact-list.tsx';

const MONEY_FIELDS = ['amount', 'amountPaid', 'price', 'originalPrice'];
const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** 'razorpayOrderId' → 'Razorpay order id' */
function wordsOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length > 0 ? value.map(textOf).join('\n') : '-';
  if (typeof value === 'string') return ISO_INSTANT.test(value) ? formatTime(value) : value;
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, part]) => `${wordsOf(key)}: ${textOf(part)}`)
      .join(', ');
  return String(value);
}

const factsOf = (fields: object) =>
  Object.entries(fields).map(([field, value]) => ({
    label: wordsOf(field),
    value: typeof value === 'number' && MONEY_FIELDS.includes(field) ? formatRupees(value) : textOf(value),
  }));

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
