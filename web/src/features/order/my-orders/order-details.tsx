import type { Order } from '@shop/contract/orders';
import { Link } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { AwaitingPayment } from '../purchase/awaiting-payment.tsx';
import type { OrderPayment } from '../purchase/use-order-payment.ts';
import { Goods } from './goods.tsx';
import { RateOrder } from './rate-order.tsx';
import { Receipt } from './receipt.tsx';
import { UsedMark } from './used-mark.tsx';

const isCancelled = (order: Order) => order.status === 'cancelled';
/** A refund takes back codes that were never revealed (spec point 33). */
const hasGoods = (order: Order) => order.isDelivered && !(isCancelled(order) && order.revealedAt === null);

/** The details of one order: codes, redeem steps, terms, rating and receipt. */
export function OrderDetails({ order, payment }: { order: Order; payment: OrderPayment }) {
  const { productDetails: product } = order;
  return (
    <div className="grid gap-6 border-t border-line p-4">
      <div className="grid gap-6" data-print="never">
        {order.isDelivered && isCancelled(order) && (
          <Banner tone="info">
            This order was refunded.
            {!hasGoods(order) &&
              (order.quantity === 1
                ? ' Its code had not been shown and was taken back.'
                : ' Its codes had not been shown and were taken back.')}
          </Banner>
        )}
        {hasGoods(order) && <Goods order={order} />}
        {order.status === 'completed' && <UsedMark order={order} />}
        {order.status === 'pending' && <AwaitingPayment order={order} payment={payment} />}
        {!order.isDelivered && order.status !== 'pending' && (
          <p>
            {isCancelled(order)
              ? 'This order was cancelled or refunded; nothing was delivered.'
              : 'Your payment has arrived. The code appears here by itself in a moment.'}
          </p>
        )}
        <TextList title="How to Redeem" items={product.howToRedeem} isOrdered />
        <TextList title="Terms & Conditions" items={product.termsAndConditions} />
        {hasGoods(order) && <RateOrder order={order} />}
        {order.isDelivered && !isCancelled(order) && (
          <p className="text-13 text-muted">
            Something wrong with the code? Report it within 7 days of purchase:{' '}
            <Link to={urls.contact} className="text-brand underline">
              contact us
            </Link>
            .
          </p>
        )}
      </div>
      {(order.paymentStatus === 'completed' || order.amountPaid > 0) && <Receipt order={order} />}
    </div>
  );
}

function TextList({ title, items, isOrdered = false }: { title: string; items: string[]; isOrdered?: boolean }) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {items.length === 0 ? (
        <p className="text-muted">Not specified by seller.</p>
      ) : (
        <List className={isOrdered ? 'list-decimal pl-5' : 'list-disc pl-5'}>
          {items.map((item) => (
            <li key={item} className="sellers-words">
              {item}
            </li>
          ))}
        </List>
      )}
    </section>
  );
}
