import { EXPIRING_SOON_DAYS } from '@shop/contract/limits/limits';
import { formatRupees } from '@shop/contract/money';
import type { Order } from '@shop/contract/orders';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { daysUntil, formatDay, formatTime } from '../../../lib/format/dates.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ProductImage } from '../../../ui/pictures/product-image.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { orderStatusLabel } from '../order-labels.ts';
import type { OrderPayment } from '../purchase/use-order-payment.ts';
import { OrderDetails } from './order-details.tsx';

type OrderCardProps = { order: Order; payment: OrderPayment; isOpen: boolean; onToggle: () => void };

/** One order as a row that expands to its details. */
export function OrderCard({ order, payment, isOpen, onToggle }: OrderCardProps) {
  const panelId = useId();
  const { productDetails: product } = order;
  return (
    <article className="rounded-card border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={onToggle}
          className="flex w-full flex-wrap items-center gap-x-6 gap-y-2 rounded-card p-4 text-left hover:bg-sunken"
        >
          <span className="flex min-w-0 grow-999 basis-64 items-center gap-4">
            <span className="w-20 shrink-0 overflow-hidden rounded-control">
              <ProductImage product={product} sizes="80px" isDecorative className="aspect-4/3 w-full object-cover" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 text-17 font-semibold sellers-words">{product.title}</span>
              <span className="block text-13 text-muted sellers-words">
                {/* inline-block keeps the date on one line after a long company name. */}
                {product.company} · <span className="inline-block">{formatTime(order.createdAt)}</span>
              </span>
              <ValidUntil order={order} />
            </span>
          </span>
          {/* Its natural width beside the title, the full width when it wraps below the title. */}
          <span className="flex grow flex-wrap items-center gap-x-6 gap-y-2">
            <StatusDot {...orderStatusLabel(order)} />
            <span className="amount font-semibold">{formatRupees(order.amount)}</span>
            <ChevronDown
              aria-hidden="true"
              size={18}
              className={classNames('ml-auto text-muted transition-transform duration-120', isOpen && 'rotate-180')}
            />
          </span>
        </button>
      </h2>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <OrderDetails order={order} payment={payment} />}
      </div>
    </article>
  );
}

/** The expiry date of an unused order, highlighted in its last week, or the date when it was used. */
function ValidUntil({ order }: { order: Order }) {
  if (order.usedAt) return <span className="block text-13 text-muted">Used on {formatDay(order.usedAt)}</span>;
  if (order.status !== 'completed') return null;
  const days = daysUntil(order.validUntil, new Date());
  const day = formatDay(order.validUntil);
  if (days < 0) return <span className="block text-13 font-medium text-danger">Expired on {day}</span>;
  return (
    <span
      className={classNames(
        'inline-block text-13',
        days < EXPIRING_SOON_DAYS
          ? 'rounded-badge bg-accent-soft px-1.5 font-medium text-on-accent-soft'
          : 'text-muted',
      )}
    >
      Valid until {day}
    </span>
  );
}
