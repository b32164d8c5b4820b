import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import { Link } from 'react-router';
import { formatTime } from '../../../lib/format/dates.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { StatusDot } from '../../../ui/text/status-dot.tsx';
import { orderStatusOf, shortOrderId } from '../orders/order-labels.ts';
import { Panel } from './panel.tsx';

export const RecentOrders = ({ orders }: { orders: AdminOrder[] }) => (
  <Panel
    title="Recent orders"
    isEmpty={orders.length === 0}
    emptyText="Orders appear here as soon as somebody buys."
    action={
      <LinkButton to={urls.adminOrders} variant="quiet" size="sm">
        All orders
      </LinkButton>
    }
  >
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        // Two values per line on a phone, or one with large text.
        <li
          key={order._id}
          className="flex min-h-11 flex-wrap items-center gap-x-4 py-2 sm:grid sm:grid-cols-[6rem_1fr_9rem_7rem_11rem]"
        >
          <Link
            to={urls.adminOrder(order._id)}
            className="amount flex-[1_1_40%] font-semibold text-brand hover:underline"
          >
            {shortOrderId(order._id)}
          </Link>
          <span className="truncate max-sm:order-last max-sm:w-full max-sm:text-muted">
            {order.productDetails.title} · {order.user.name}
          </span>
          <span className="flex flex-[1_1_40%] max-sm:justify-end">
            <StatusDot {...orderStatusOf(order)} />
          </span>
          <span className="amount flex-[1_1_40%] font-semibold sm:text-end">{formatRupees(order.amount)}</span>
          <span className="flex-[1_1_40%] text-end text-13 text-muted">{formatTime(order.createdAt)}</span>
        </li>
      ))}
    </ul>
  </Panel>
);
