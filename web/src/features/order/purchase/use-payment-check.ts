import type { PaymentCheck } from '@shop/contract/orders';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { checkPayment } from '../order.slice.ts';
import { waitForNextCheck } from './wait-for-next-check.ts';

/** The payment state of an order. It asks again after a failure and while a bank is confirming. */
export function usePaymentCheck(id: string) {
  const dispatch = useAppDispatch();
  const [check, setCheck] = useState<PaymentCheck | null>(null);
  const [isUnanswered, setIsUnanswered] = useState(false);

  useEffect(() => {
    let isLeft = false;
    async function ask() {
      for (let attempt = 1; !isLeft; attempt++) {
        const outcome = await dispatch(checkPayment(id));
        if (isLeft) return;
        if (checkPayment.fulfilled.match(outcome)) {
          setCheck(outcome.payload.data);
          if (outcome.payload.data.payment !== 'under-way') return;
        } else setIsUnanswered(true);
        await waitForNextCheck(attempt);
      }
    }
    void ask();
    return () => {
      isLeft = true;
    };
  }, [dispatch, id]);
  return { check, isUnanswered };
}
