import { useLocation, useParams } from 'react-router';
import { isListOverlay } from '../../../lib/list-overlay.ts';
import { OrderDetailsPage } from './order-details-page.tsx';
import { OrdersScreen } from './orders-screen.tsx';

/**
 * The list of orders. An order opens as a modal over the list, or as a page of its own if its URL was opened directly
 * (spec point 10).
 */
export function Component() {
  const { id } = useParams();
  const location = useLocation();
  return id && !isListOverlay(location) ? <OrderDetailsPage id={id} /> : <OrdersScreen openId={id} />;
}
