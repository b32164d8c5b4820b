import type { Completion } from '@shop/contract/admin';
import type { PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { changeOrderStatus } from '../admin.requests.ts';

type Choice = { order: AdminOrder; status: PaymentStatus };
export type StatusChange = ReturnType<typeof useStatusChange>;

/** Completing delivers the goods and refunding returns the money, so both need confirmation. */
const needsConfirmation = (status: PaymentStatus) => status === 'completed' || status === 'refunded';

export function useStatusChange(reload: () => void) {
  const dispatch = useAppDispatch();
  const [toConfirm, setToConfirm] = useState<Choice | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);

  async function apply({ order, status }: Choice, completion: Partial<Completion> = {}) {
    setBusyId(order._id);
    const outcome = await dispatch(changeOrderStatus({ id: order._id, status, ...completion }));
    // Another order may be open by now.
    setBusyId((busy) => (busy === order._id ? null : busy));
    setToConfirm((asked) => (asked?.order._id === order._id ? null : asked));
    if (changeOrderStatus.fulfilled.match(outcome)) return toast(outcome.payload.message, { tone: 'success' });
    toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: 'error' });
    // On a conflict the screen is out of date, so the list is loaded again.
    if (outcome.payload?.status === 409) reload();
  }

  return {
    toConfirm,
    busyId,
    choose: (order: AdminOrder, status: PaymentStatus, isByKey: boolean) =>
      isByKey || needsConfirmation(status) ? setToConfirm({ order, status }) : void apply({ order, status }),
    confirm: (completion?: Completion) => toConfirm && apply(toConfirm, completion),
    cancel: () => setToConfirm(null),
  };
}
