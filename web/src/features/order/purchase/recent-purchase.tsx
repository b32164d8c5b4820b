import type { Order } from '@shop/contract/orders';
import { urls } from '../../../lib/urls.ts';
import { TextLink } from '../../../ui/buttons/text-link.tsx';

/** Above Buy Now: whoever paid and lost sight of it (a late bank, a session that ended) is not led to pay twice. */
export const RecentPurchase = ({ order }: { order: Order }) => (
  <p role="status" data-grows className="mb-2">
    You bought this already. <TextLink to={urls.myOrder(order._id)}>See your code</TextLink>
  </p>
);
