import { useNavigate } from 'react-router';
import { urls } from '../../../lib/urls.ts';
import { OrderSuccess } from './order-success.tsx';
import { PurchaseAlert } from './purchase-alert.tsx';
import type { OrderPayment } from './use-order-payment.ts';

/** How paying on My Orders ended, as the product page tells it. An order that was given up is bought anew there. */
export function OrderPaymentOutcome({ payment }: { payment: OrderPayment }) {
  const navigate = useNavigate();
  const { notice, bought, tried } = payment;
  return (
    <>
      {notice && tried && (
        <PurchaseAlert
          notice={notice.nextStep === 'orders' ? { ...notice, nextStep: 'none' } : notice}
          amount={tried.amount}
          onRetry={() => navigate(urls.product(tried.product))}
          onClose={payment.closeNotice}
        />
      )}
      {bought && <OrderSuccess bought={bought} onClose={payment.closeBought} onOrders={payment.closeBought} />}
    </>
  );
}
