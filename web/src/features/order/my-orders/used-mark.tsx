import type { Order } from '@shop/contract/orders';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { formatDay } from '../../../lib/format/dates.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFocusWhileBusy } from '../../../ui/forms/use-focus-while-busy.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { markOrderUsed } from '../order.slice.ts';

/** Lets the buyer mark an order as used, for their own overview. */
export function UsedMark({ order }: { order: Order }) {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  useFocusWhileBusy(isBusy);

  async function mark() {
    setIsBusy(true);
    const outcome = await dispatch(markOrderUsed({ id: order._id, used: order.usedAt === null }));
    setIsBusy(false);
    if (markOrderUsed.rejected.match(outcome)) toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button size="sm" variant="secondary" onClick={mark} isBusy={isBusy}>
        {order.usedAt ? 'Not used after all' : 'Mark as used'}
      </Button>
      <p role="status" className="text-13 text-muted">
        {order.usedAt
          ? `You marked it as used on ${formatDay(order.usedAt)}.`
          : 'Only you see this. It helps you find the codes that you have not used yet.'}
      </p>
    </div>
  );
}
