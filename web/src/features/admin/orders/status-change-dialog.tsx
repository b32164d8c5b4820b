import { formatRupees } from '@shop/contract/money';
import type { AdminOrder } from '@shop/contract/orders';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { shortOrderId } from './order-words.ts';
import type { StatusChange } from './use-status-change.ts';

/** Says what the change does before it does it. */
export function StatusChangeDialog({ change }: { change: StatusChange }) {
  const { toConfirm, busyId, confirm, cancel } = change;
  if (!toConfirm) return null;
  const { order, status } = toConfirm;
  const isRefund = status === 'refunded';
  return (
    <ConfirmDialog
      isOpen
      title={isRefund ? 'Refund order' : 'Complete order'}
      confirmText={isRefund ? 'Refund' : 'Complete and deliver'}
      busyText="Processing..."
      variant={isRefund ? 'danger' : 'primary'}
      isBusy={busyId === order._id}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {isRefund
        ? `Refund order ${shortOrderId(order._id)}? ${refundOf(order)} goes back to ${order.user.name} through the payment provider.`
        : `Mark order ${shortOrderId(order._id)} as completed? The goods are delivered to ${order.user.name} at once and cannot be taken back.`}
    </ConfirmDialog>
  );
}

/** Money may have been captured that the shop has not heard of: it goes back when that word comes. */
const refundOf = ({ amountPaid }: AdminOrder) =>
  amountPaid > 0 ? formatRupees(amountPaid) : 'No payment has been recorded for it yet; whatever was or will be paid';
