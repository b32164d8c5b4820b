import { useLocation, useParams } from 'react-router';
import { isListOverlay } from '../../../lib/list-overlay.ts';
import { OrderDetailsPage } from './order-details-page.tsx';
import { OrdersScreen } from './orders-screen.tsx';

/** The table; with an order's id in the address, its modal over the table or, opened directly, its page (decision 10). */
export function Component() {
  const { id } = useParams();
  const location = useLocation();
  return id && !isListOverlay(location) ? <OrderDetailsPage id={id} /> : <OrdersScreen shownId={id} />;
}
