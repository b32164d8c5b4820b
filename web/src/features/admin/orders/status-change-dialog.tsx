import { formatRupees } from '@shop/contract/money';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { shortOrderId } from './order-words.ts';
import type { StatusChange } from './use-status-change.ts';

/** Says what the change does before it does it. */
export function StatusChangeDialog({ change }: { change: StatusChange }) {
  const { asked, busyId, confirm, cancel } = change;
  if (!asked) return null;
  const { order, status } = asked;
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
        ? `Refund order ${shortOrderId(order._id)}? ${formatRupees(order.amountPaid)} goes back to ${order.user.name} through the payment provider.`
        : `Mark order ${shortOrderId(order._id)} as completed? The goods are delivered to ${order.user.name} at once and cannot be taken back.`}
    </ConfirmDialog>
  );
}
