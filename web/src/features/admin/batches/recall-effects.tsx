import type { Batch } from '@shop/contract/stock';
import { countText } from '../../../lib/format/count-text.ts';
import { useIsGranted } from '../shell/use-is-granted.ts';
import { useBatchOrders } from './use-batch-orders.ts';

function OrderCount({ batchId }: { batchId: string }) {
  const orders = useBatchOrders(batchId, 1).list.reply?.pagination.total;
  return orders !== undefined && ` in ${countText(orders, 'order', 'orders')}`;
}

/** The effects of a recall on unsold, held and sold codes. */
export function RecallEffects({ batch: { _id, counts } }: { batch: Batch }) {
  const canSeeBuyers = useIsGranted('orders');
  return (
    <ul className="grid list-disc gap-2 pl-5">
      <li>
        <strong>{countText(counts.available, 'unsold code leaves', 'unsold codes leave')}</strong> the shop at once.
      </li>
      <li>
        <strong>{countText(counts.held, 'code is held', 'codes are held')}</strong> for orders that are not paid yet:
        these buyers get another code, or their money back.
      </li>
      <li>
        <strong>{countText(counts.sold, 'code was', 'codes were')}</strong> delivered
        {canSeeBuyers && <OrderCount batchId={_id} />}: the buyers keep them
        {canSeeBuyers && ' and are listed afterwards'}.
      </li>
      <li>A recall cannot be undone. Codes that nobody received can be added again, also to another product.</li>
    </ul>
  );
}
