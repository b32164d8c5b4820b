import type { Completion } from '@shop/contract/admin';
import { fieldMessages } from '@shop/contract/failures/messages';
import { COMPLETION_REASON_MAX } from '@shop/contract/limits/admin-limits';
import type { AdminOrder } from '@shop/contract/orders';
import { type FormEvent, useEffect, useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { checkOrderPayment } from '../admin.requests.ts';
import { shortOrderId } from './order-labels.ts';

const FORM_ID = 'complete-order';

type CompleteOrderDialogProps = {
  order: AdminOrder;
  isBusy: boolean;
  onConfirm: (completion: Completion) => void;
  onClose: () => void;
};

type Check = { payment: 'none' | 'under-way' | 'settled' | 'unknown'; message: string };

/** Asks the provider first: only an order without a payment may be completed by hand. */
export function CompleteOrderDialog({ order, isBusy, onConfirm, onClose }: CompleteOrderDialogProps) {
  const check = usePaymentCheck(order._id);
  const [reason, setReason] = useState('');
  const [received, setReceived] = useState(true);
  const [reasonError, setReasonError] = useState<string>();
  const isUnpaid = check?.payment === 'none';

  function submit(event: FormEvent) {
    event.preventDefault();
    const isBlank = reason.trim() === '';
    setReasonError(isBlank ? fieldMessages.reasonRequired : undefined);
    if (!isBlank) onConfirm({ reason, received });
  }

  return (
    <Modal
      isOpen
      role="alertdialog"
      title="Complete order"
      onClose={onClose}
      onBeforeClose={() => !isBusy}
      hasCloseButton={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy} data-autofocus>
            {check && !isUnpaid ? 'Close' : 'Cancel'}
          </Button>
          {isUnpaid && (
            <Button type="submit" form={FORM_ID} isBusy={isBusy} busyText="Processing...">
              Complete and deliver
            </Button>
          )}
        </>
      }
    >
      {!check && <p role="status">Asking the payment provider about order {shortOrderId(order._id)}…</p>}
      {check && !isUnpaid && (
        <Banner tone={check.payment === 'settled' ? 'success' : 'error'} isAnswer>
          {check.message}
        </Banner>
      )}
      {isUnpaid && (
        <form id={FORM_ID} noValidate onSubmit={submit} className="grid gap-4">
          <Banner tone="warning" title="No payment was found">
            The payment provider knows of no payment for order {shortOrderId(order._id)}. Complete it only if you were
            paid in another way, or want to give it away.
          </Banner>
          <p>The goods are delivered to {order.user.name} at once and cannot be taken back.</p>
          <TextAreaField
            label="Reason"
            required
            rows={2}
            maxLength={COMPLETION_REASON_MAX}
            hint="Kept in the audit log."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={reasonError}
          />
          <CheckboxField
            label="I have received the money"
            hint="Without it, the order does not count as revenue."
            checked={received}
            onChange={(event) => setReceived(event.target.checked)}
          />
        </form>
      )}
    </Modal>
  );
}

function usePaymentCheck(id: string): Check | null {
  const dispatch = useAppDispatch();
  const [check, setCheck] = useState<Check | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void dispatch(checkOrderPayment(id)).then((outcome) => {
      if (!isCurrent) return;
      if (checkOrderPayment.fulfilled.match(outcome)) setCheck(outcome.payload);
      else setCheck({ payment: 'unknown', message: outcome.payload?.message ?? REQUEST_FAILED });
    });
    return () => {
      isCurrent = false;
    };
  }, [dispatch, id]);
  return check;
}
