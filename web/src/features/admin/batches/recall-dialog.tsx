import { fieldMessages } from '@shop/contract/failures/messages';
import { RECALL_REASON_MAX } from '@shop/contract/limits/admin-limits';
import type { Batch } from '@shop/contract/stock';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CheckboxField } from '../../../ui/forms/checkbox-field.tsx';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { loadBatch, recallBatch } from '../admin.requests.ts';
import { useItem } from '../list/use-item.ts';
import { RecallEffects } from './recall-effects.tsx';

const FORM_ID = 'recall';

type RecallDialogProps = { batch: Batch; onRecalled: () => void; onClose: () => void };

/** Shows the effects before the recall, because it cannot be undone. */
export default function RecallDialog({ batch, onRecalled, onClose }: RecallDialogProps) {
  const dispatch = useAppDispatch();
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  const [reasonError, setReasonError] = useState<string>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  // The counts in the list may be out of date.
  const { data: batchNow } = useItem(loadBatch, (admin) => admin.batch, batch._id);

  async function recall(event: FormEvent) {
    event.preventDefault();
    const isBlank = reason.trim() === '';
    setReasonError(isBlank ? fieldMessages.reasonRequired : undefined);
    if (isBlank) return;
    setIsBusy(true);
    setRefusal(null);
    const outcome = await dispatch(recallBatch({ id: batch._id, reason, notify }));
    setIsBusy(false);
    if (!recallBatch.fulfilled.match(outcome)) return setRefusal(outcome.payload?.message ?? REQUEST_FAILED);
    toast(outcome.payload.message, { tone: 'success' });
    // Opens the batch, unless the admin has closed the dialog or left the page.
    if (isOpen.current) onRecalled();
  }

  return (
    <Modal
      isOpen
      title={`Recall batch ${batch.reference}`}
      onClose={onClose}
      onBeforeClose={() => !isBusy}
      hasCloseButton={false}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} variant="danger" isBusy={isBusy} busyText="Recalling…">
            Recall batch
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={recall} className="grid gap-4">
        <RecallEffects batch={batchNow ?? batch} />
        <TextAreaField
          label="Reason"
          required
          rows={2}
          maxLength={RECALL_REASON_MAX}
          hint="Stored with the batch, and sent to the buyers if you mail them."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={reasonError}
        />
        <CheckboxField
          label="Mail the buyers"
          hint="Everybody who has a code of this batch is told that it may not work, with the reason. Refunded buyers get no mail."
          checked={notify}
          onChange={(event) => setNotify(event.target.checked)}
        />
        {refusal && (
          <Banner tone="error" isAnswer>
            {refusal}
          </Banner>
        )}
      </form>
    </Modal>
  );
}
