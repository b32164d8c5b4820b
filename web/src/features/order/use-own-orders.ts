import { PER_CUSTOMER_MAX } from '@shop/contract/limits';
import type { Order } from '@shop/contract/orders';
import type { Product } from '@shop/contract/product';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { limitPerCustomer } from '../../lib/quantity.ts';
import { checkPayment, findOrdersOf } from './order.slice.ts';

/** `owned`: what keeps the buyer from buying once more. `underWay`: what a bank is still confirming. */
type OwnOrders = { owned: Order | null; underWay: Order | null };
const none: OwnOrders = { owned: null, underWay: null };

const unitsIn = (orders: Order[]) => orders.reduce((sum, { quantity }) => sum + quantity, 0);

/** What the buyer has of a product already. Without an answer they can buy: the server knows the limits. */
export function useOwnOrders(product: Product, bought: unknown): OwnOrders {
  const dispatch = useAppDispatch();
  const [own, setOwn] = useState(none);
  const { _id: id } = product;
  const most = limitPerCustomer(product);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when something was bought
  useEffect(() => {
    const asking = dispatch(findOrdersOf({ product: id, limit: most === null ? 1 : PER_CUSTOMER_MAX }));
    async function read() {
      const { data } = await asking.unwrap();
      const kept = data.filter((order) => order.status === 'completed');
      const owned = most !== null && unitsIn(kept) >= most ? (kept[0] ?? null) : null;
      const pending = data.find((order) => order.status === 'pending');
      const check = pending && (await dispatch(checkPayment(pending._id)).unwrap());
      setOwn({ owned, underWay: check?.data.payment === 'under-way' ? check.data.order : null });
    }
    read().catch(() => undefined);
    return () => asking.abort();
  }, [dispatch, id, most, bought]);
  return own;
}
