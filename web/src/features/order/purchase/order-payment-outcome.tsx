import { useNavigate } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { OrderSuccess } from './order-success.tsx';
import { PurchaseAlert } from './purchase-alert.tsx';
import type { OrderPayment } from './use-order-payment.ts';

/** The outcome of a payment on My Orders. The order is cancelled after a failure, so a retry leads to the product page. */
export function OrderPaymentOutcome({ payment }: { payment: OrderPayment }) {
  const navigate = useNavigate();
  const { problem, bought, attemptedOrder } = payment;
  return (
    <>
      {problem && attemptedOrder && (
        <PurchaseAlert
          problem={problem.nextStep === 'orders' ? { ...problem, nextStep: 'none' } : problem}
          amount={attemptedOrder.amount}
          onRetry={() => navigate(urls.product(attemptedOrder.product))}
          onClose={payment.closeProblem}
        />
      )}
      {bought && <OrderSuccess bought={bought} onClose={payment.closeBought} onOrders={payment.closeBought} />}
    </>
  );
}
