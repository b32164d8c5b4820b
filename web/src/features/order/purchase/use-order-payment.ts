import { messages } from '@shop/contract/failures/messages';
import type { Order, PaymentOrder } from '@shop/contract/orders';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { isFocusFree } from '../../../ui/navigation/is-focus-free.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice } from '../../auth/auth.slice.ts';
import { usePayment } from './use-payment.ts';

export type OrderPayment = ReturnType<typeof useOrderPayment>;

/** Pays an existing order. The page calls this hook, because the order's card may disappear before the outcome is shown. */
export function useOrderPayment(reload: () => void) {
  const { user } = useSelector(authSlice.selectSlice);
  const [attemptedOrder, setAttemptedOrder] = useState<Order | null>(null);
  const payment = usePayment(user, reload, announceCancelled);

  /** Moves the focus to the heading, because the cancelled order disappears. */
  function announceCancelled() {
    toast(messages.orderDeleted, { tone: 'success' });
    if (isFocusFree()) focusHeading();
    reload();
  }

  function payFor(order: Order, paymentOrder: PaymentOrder) {
    setAttemptedOrder(order);
    void payment.pay(order, paymentOrder, payment.begin());
  }

  return { ...payment, payFor, announceCancelled, attemptedOrder };
}
