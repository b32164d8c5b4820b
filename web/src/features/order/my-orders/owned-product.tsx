import type { Order } from '@shop/contract/orders';
import { formatShortDay } from '../../../lib/format/short-day.ts';
import { urls } from '../../../lib/urls.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';

/** Replaces Buy Now if the customer limit would refuse another purchase. */
export const OwnedProduct = ({ order }: { order: Order }) => (
  <div data-grows className="grid gap-2">
    <p className="font-semibold">You bought this on {formatShortDay(order.createdAt)}.</p>
    <LinkButton to={urls.myOrder(order._id)} variant="secondary" size="lg" isFullWidth>
      See your code
    </LinkButton>
  </div>
);
