import type { BulkEdit } from '@shop/contract/products/bulk-edit';
import type { BulkPreview } from '@shop/contract/products/bulk-preview';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { countText } from '../../../lib/format/count-text.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { previewProducts } from '../admin.requests.ts';
import type { BulkTarget } from '../products/use-selection.ts';
import { BulkEditFields } from './bulk-edit-fields.tsx';
import { BulkPreviewView } from './bulk-preview.tsx';
import { readBulkEdit } from './read-bulk-edit.ts';

const FORM_ID = 'bulk-edit';

type BulkEditDialogProps = { target: BulkTarget; onChange: (edit: BulkEdit) => void; onClose: () => void };

/** First the changes, then a preview for each product. Nothing is stored before that. */
export default function BulkEditDialog({ target, onChange, onClose }: BulkEditDialogProps) {
  const dispatch = useAppDispatch();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [previewed, setPreviewed] = useState<{ edit: BulkEdit; preview: BulkPreview } | null>(null);

  async function loadPreview(form: FormData) {
    const edit = readBulkEdit(form);
    setRefusal(null);
    setIsBusy(true);
    const outcome = await dispatch(previewProducts({ ...target, action: 'edit', changes: edit }));
    setIsBusy(false);
    if (previewProducts.fulfilled.match(outcome)) return setPreviewed({ edit, preview: outcome.payload.data });
    const { message = REQUEST_FAILED, errors = {} } = outcome.payload ?? {};
    setRefusal(Object.values(errors)[0] ?? message);
  }

  return (
    <Modal
      isOpen
      size={previewed ? 'lg' : 'md'}
      title="Edit products"
      onClose={onClose}
      onBeforeClose={() => !isBusy}
      footer={
        previewed ? (
          <>
            <Button variant="secondary" onClick={() => setPreviewed(null)}>
              Back
            </Button>
            <Button
              variant={previewed.preview.canBeUndone ? 'primary' : 'danger'}
              disabled={previewed.preview.changed === 0}
              onClick={() => onChange(previewed.edit)}
            >
              Change {countText(previewed.preview.changed, 'product', 'products')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" form={FORM_ID} isBusy={isBusy} busyText="Loading preview…">
              Preview changes
            </Button>
          </>
        )
      }
    >
      {/* Stays in the page behind the preview, because it holds the choices. */}
      <form
        id={FORM_ID}
        noValidate
        hidden={previewed !== null}
        onSubmit={(event) => {
          event.preventDefault();
          void loadPreview(new FormData(event.currentTarget));
        }}
      >
        <BulkEditFields />
        {refusal && (
          <Banner tone="error" isAnswer className="mt-4">
            {refusal}
          </Banner>
        )}
      </form>
      {previewed && <BulkPreviewView preview={previewed.preview} />}
    </Modal>
  );
}
