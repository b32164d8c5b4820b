import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { formatDay } from '../../../lib/format/dates.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { OrderFields } from './order-fields.tsx';

export function OrderHistory({ orders, total }: { orders: AdminOrder[]; total: number }) {
  return (
    <section>
      <h2 className="mb-3 text-21 font-semibold">
        Order History <span className="amount font-normal text-muted">({total})</span>
      </h2>
      {orders.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <EmptyState heading="h3" title="No orders found" hint="This customer hasn't placed any orders yet." />
        </div>
      ) : (
        <ul className="grid gap-3">
          {orders.map((order) => (
            <li key={order._id}>
              <OrderEntry order={order} />
            </li>
          ))}
        </ul>
      )}
      {orders.length > 0 && orders.length < total && (
        <p className="mt-3 text-muted">The newest {orders.length} orders are shown.</p>
      )}
    </section>
  );
}

const OrderEntry = ({ order }: { order: AdminOrder }) => (
  <details className="group rounded-card border border-line bg-surface">
    <summary className="flex min-h-12 items-center gap-4 px-4 py-3">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-1">
        <span className="min-w-0 font-mono text-13 font-semibold wrap-anywhere">{order._id}</span>
        <span className="text-muted">{formatDay(order.createdAt)}</span>
        <span className="amount font-semibold">{formatRupees(order.amount)}</span>
        <StatusDot
          tone={order.isDelivered ? 'good' : 'waiting'}
          word={order.isDelivered ? 'Delivered' : 'Processing'}
        />
      </span>
      <ChevronDown
        aria-hidden="true"
        size={20}
        className="shrink-0 text-muted transition-transform duration-200 group-open:rotate-180"
      />
    </summary>
    <div className="border-t border-line p-4">
      <OrderFields order={order} />
    </div>
  </details>
);
