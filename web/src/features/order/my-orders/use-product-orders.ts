import { PER_CUSTOMER_MAX } from '@shop/contract/limits/limits';
import type { Order } from '@shop/contract/orders';
import type { Product } from '@shop/contract/products/product';
import { useEffect, useState } from 'react';
import { limitPerCustomer } from '../../../lib/format/quantity.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { checkPayment, findOrdersOf } from '../order.slice.ts';

/**
 * `owned`: an order if the customer limit is reached. `recent`: an order of the last hour, which the buyer may not know
 * about. `underWay`: an order whose payment a bank is still confirming.
 */
type ProductOrders = { owned: Order | null; recent: Order | null; underWay: Order | null };
const none: ProductOrders = { owned: null, recent: null, underWay: null };

const RECENT_MS = 60 * 60_000;
const isRecent = ({ createdAt }: Order) => Date.now() - Date.parse(createdAt) < RECENT_MS;
const isAlwaysRendered = ({ status }: Order) => status === 'completed';
const unitsIn = (orders: Order[]) => orders.reduce((sum, { quantity }) => sum + quantity, 0);

/** The user's orders of one product. A failed request does not prevent buying, because the server checks the limits. */
export function useProductOrders(product: Product, bought: unknown): ProductOrders {
  const dispatch = useAppDispatch();
  const [own, setOwn] = useState(none);
  const { _id: id } = product;
  const most = limitPerCustomer(product);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads after a purchase
  useEffect(() => {
    const asking = dispatch(findOrdersOf({ product: id, limit: most === null ? 1 : PER_CUSTOMER_MAX }));
    async function read() {
      const { data } = await asking.unwrap();
      const pending = data.find((order) => order.status === 'pending');
      const outcome = pending && (await dispatch(checkPayment(pending._id)));
      const check = outcome && checkPayment.fulfilled.match(outcome) ? outcome.payload.data : null;
      const kept = data.map((order) => (order === pending && check ? check.order : order)).filter(isAlwaysRendered);
      const [newest = null] = kept;
      setOwn({
        owned: most !== null && unitsIn(kept) >= most ? newest : null,
        recent: newest && isRecent(newest) ? newest : null,
        underWay: check?.payment === 'under-way' ? check.order : null,
      });
    }
    read().catch(() => undefined);
    return () => asking.abort();
  }, [dispatch, id, most, bought]);
  return own;
}
