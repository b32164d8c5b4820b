import type { Order } from '@shop/contract/orders';
import { useEffect } from 'react';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { checkPayment } from '../order.slice.ts';

const EVERY_MS = 4000;

const isOpen = ({ status }: Order) => status === 'pending' || status === 'processing';

/** Polls the payment of open orders, so that the buyer sees the code without a reload. */
export function usePollOpenOrders(orders: Order[]): void {
  const dispatch = useAppDispatch();
  const open = orders
    .filter(isOpen)
    .map(({ _id }) => _id)
    .join();
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => {
      if (!document.hidden) for (const id of open.split(',')) void dispatch(checkPayment(id));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [dispatch, open]);
}
