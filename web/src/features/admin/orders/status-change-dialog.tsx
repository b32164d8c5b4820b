import type { PaymentStatus } from '@shop/contract/order-status';
import type { AdminOrder } from '@shop/contract/orders';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { CompleteOrderDialog } from './complete-order-dialog.tsx';
import { refundAmountText, shortOrderId } from './order-labels.ts';
import type { StatusChange } from './use-status-change.ts';

/** Explains the effect of a status change before it happens. */
export function StatusChangeDialog({ change }: { change: StatusChange }) {
  const { toConfirm, busyId, confirm, cancel } = change;
  if (!toConfirm) return null;
  const { order, status } = toConfirm;
  if (status === 'completed')
    return <CompleteOrderDialog order={order} isBusy={busyId === order._id} onConfirm={confirm} onClose={cancel} />;
  return (
    <ConfirmDialog
      isOpen
      {...dialogProps[status]}
      busyText="Processing..."
      isBusy={busyId === order._id}
      onConfirm={() => confirm()}
      onCancel={cancel}
    >
      {questionText(order, status)}
    </ConfirmDialog>
  );
}

const unpaid = { title: 'Change payment status', confirmText: 'Change status', variant: 'primary' } as const;
const dialogProps = {
  pending: unpaid,
  failed: unpaid,
  refunded: { title: 'Refund order', confirmText: 'Refund', variant: 'danger' },
} as const;

function questionText(order: AdminOrder, status: Exclude<PaymentStatus, 'completed'>): string {
  const { _id, user } = order;
  const id = shortOrderId(_id);
  if (status === 'refunded')
    return `Refund order ${id}? ${refundText(order)} goes back to ${user.name} through the payment provider.`;
  if (status === 'failed') return `Mark order ${id} as failed? The units held for ${user.name} go back on sale.`;
  return `Mark order ${id} as pending? It waits for its payment again, with no units held for ${user.name}.`;
}

/** The provider may hold money that the shop does not know of yet. It is refunded when its event arrives. */
const refundText = (order: AdminOrder) =>
  order.amountPaid > 0 ? refundAmountText(order) : 'No payment has been recorded for it yet. Any payment';
