import type { Product } from '@shop/contract/products/product';
import type { LucideIcon } from 'lucide-react';
import BadgeCheck from 'lucide-react/icons/badge-check';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Ticket from 'lucide-react/icons/ticket';
import Zap from 'lucide-react/icons/zap';
import { type ReactNode, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { formatDay } from '../../../lib/format/dates.ts';
import { limitPerCustomer } from '../../../lib/format/quantity.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Perforation } from '../../../ui/pictures/perforation.tsx';
import { Price } from '../../../ui/text/price.tsx';
import { authSlice } from '../../auth/auth.slice.ts';
import { BuyBar, type QuantityChoice } from './buy-bar.tsx';

// Loaded on demand: only sold-out products need it, after the session is known.
const BackInStock = lazyPart(() => import('../stock-alerts/back-in-stock.tsx'));

const LOW_STOCK_COUNT = 10;

/** Shows the number of units left only when it is small. */
function stockText(product: Product): string {
  const left = product.usageLimit <= LOW_STOCK_COUNT ? `Only ${product.usageLimit} left` : 'In stock';
  const limit = limitPerCustomer(product);
  return limit === null ? left : `${left}, ${limit === 1 ? 'one' : `at most ${limit}`} per customer`;
}

type Fact = { label: string; Icon: LucideIcon; text: string };

const factsOf = (product: Product): Fact[] => [
  { label: 'Delivery', Icon: Zap, text: 'Instant, to your account and by email' },
  ...(product.availability === 'available' ? [{ label: 'Stock', Icon: Ticket, text: stockText(product) }] : []),
  { label: 'Expiry', Icon: CalendarDays, text: formatDay(product.expiryDate) },
  { label: 'Refund', Icon: BadgeCheck, text: 'Final sale; if the code does not work, refund within 7 days' },
];

// With large text the value wraps below its label.
const FactLine = ({ label, Icon, text }: Fact) => (
  <div className="flex flex-wrap gap-x-2">
    <Icon aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-brand" />
    <dt className="w-18 text-muted">{label}</dt>
    <dd className="min-w-0 flex-1 basis-32">{text}</dd>
  </div>
);

type BuyBoxProps = { product: Product; choice: QuantityChoice; buyNow: ReactNode };

/** Price, availability, the facts of the product and the buy bar. */
export function BuyBox({ product, choice, buyNow }: BuyBoxProps) {
  const { price, originalPrice } = product;
  return (
    <section
      aria-label="Buy"
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-surface p-6"
    >
      <Price price={price} originalPrice={originalPrice} size="lg" />
      <Availability product={product} />
      <Perforation />
      <dl className="grid gap-3">
        {factsOf(product).map((fact) => (
          <FactLine key={fact.label} {...fact} />
        ))}
      </dl>
      <p data-without-script className="hidden font-semibold">
        Buying needs JavaScript. Please switch it on in your browser and reload the page.
      </p>
      <BuyBar product={product} choice={choice} buyNow={buyNow} />
    </section>
  );
}

function Availability({ product }: { product: Product }) {
  const { isChecked } = useSelector(authSlice.selectSlice);
  if (product.availability === 'sold-out')
    return (
      <Banner tone="warning" title="Sold out">
        Every code has been sold. Have a look at the similar products below.
        {isChecked && (
          <Suspense>
            <BackInStock productId={product._id} />
          </Suspense>
        )}
      </Banner>
    );
  if (product.availability === 'expired')
    return (
      <Banner tone="warning" title="Expired">
        This offer ended on {formatDay(product.expiryDate)} and can no longer be bought.
      </Banner>
    );
  return null;
}
