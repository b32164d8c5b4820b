import type { Order } from '@shop/contract/orders';
import { urls } from '../../../lib/urls.ts';
import { TextLink } from '../../../ui/buttons/text-link.tsx';

/** A line above Buy Now, so that a buyer who missed the end of their purchase does not pay twice. */
export const RecentPurchase = ({ order }: { order: Order }) => (
  <p role="status" data-grows className="mb-2">
    You bought this already. <TextLink to={urls.myOrder(order._id)}>See your code</TextLink>
  </p>
);
