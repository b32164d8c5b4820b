import { formatRupees } from '@shop/contract/money';
import type { Order } from '@shop/contract/orders';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { formatDay } from '../../lib/dates.ts';
import { classNames } from '../../ui/class-names.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { OrderDetails } from './order-details.tsx';
import { deliveryLabel } from './order-labels.ts';

type OrderCardProps = { order: Order; isOpen: boolean; onToggle: () => void };

/** One order in a line; its details unfold below it. */
export function OrderCard({ order, isOpen, onToggle }: OrderCardProps) {
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
          className="flex w-full flex-wrap items-center gap-x-6 gap-y-1 rounded-card p-4 text-left hover:bg-sunken"
        >
          <span className="min-w-0 flex-1 basis-56">
            <span className="block text-17 font-semibold">{product.title}</span>
            <span className="block text-13 text-muted">
              {product.company} · {formatDay(order.createdAt)}
            </span>
          </span>
          <StatusDot tone={order.isDelivered ? 'good' : 'waiting'} word={deliveryLabel(order)} />
          <span className="amount font-semibold">{formatRupees(order.amount)}</span>
          <ChevronDown
            aria-hidden="true"
            size={18}
            className={classNames('ml-auto text-muted transition-transform duration-120', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <OrderDetails order={order} />}
      </div>
    </article>
  );
}
