import { fieldMessages } from '@shop/contract/failures/messages';
import { type FormEvent, useRef, useState } from 'react';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { UnsavedDialog, useUnsavedChanges } from '../unsaved-changes.tsx';
import { AddCodesFooter } from './add-codes-footer.tsx';
import { AddedView } from './added-view.tsx';
import { BatchFields } from './batch-fields.tsx';
import { CodesSource } from './codes-source.tsx';
import { ImportReportView } from './import-report.tsx';
import { type AddedBatch, useCodeImport } from './use-code-import.ts';

const FORM_ID = 'add-codes';

type AddCodesDialogProps = {
  product: { _id: string; title: string };
  onAdded: (added: AddedBatch) => void;
  onClose: () => void;
};

/** Codes stay in the form controls only: no store and no draft holds them, and they are gone when the dialog closes. */
export default function AddCodesDialog({ product, onAdded, onClose }: AddCodesDialogProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [codesError, setCodesError] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  const { stage, refusal, isBusy, check, add, goBack } = useCodeImport(product._id, makeForm, onAdded);

  function makeForm(): FormData {
    const form = new FormData(formRef.current ?? undefined);
    form.set('file', file ?? new Blob([textRef.current?.value ?? ''], { type: 'text/plain' }), 'codes.txt');
    return form;
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const isEmpty = !file && !textRef.current?.value.trim();
    setCodesError(isEmpty ? fieldMessages.codesRequired : undefined);
    if (isEmpty) textRef.current?.focus();
    else void check();
  }

  function back() {
    goBack();
    // The controls can take the focus after the next paint.
    requestAnimationFrame(() => formRef.current?.querySelector('input')?.focus());
  }

  function hasChanges(): boolean {
    const given = [...new FormData(formRef.current ?? undefined).values(), textRef.current?.value, file];
    return given.some(Boolean) && stage.name !== 'added';
  }
  useUnsavedChanges(hasChanges, isBusy);

  function close() {
    if (hasChanges()) setIsLeaving(true);
    else onClose();
  }

  const errors = refusal?.errors ?? {};
  const isWriting = stage.name === 'writing' || stage.name === 'checking';
  return (
    <>
      <Modal
        isOpen
        size="lg"
        title="Add codes"
        onClose={close}
        onBeforeClose={() => !isBusy}
        footer={<AddCodesFooter formId={FORM_ID} stage={stage} onAdd={add} onBack={back} onClose={close} />}
      >
        <p className="font-medium">{product.title}</p>
        <p className="mb-4 text-muted">Each code is sold to one buyer, kept encrypted, and shown to nobody else.</p>
        {/* Stays in the page behind the report, because it holds the codes. */}
        <form ref={formRef} id={FORM_ID} onSubmit={submit} hidden={!isWriting}>
          <fieldset disabled={stage.name === 'checking'} className="grid min-w-0 gap-6 *:min-w-0">
            <BatchFields errors={errors} />
            <CodesSource
              textRef={textRef}
              file={file}
              onFile={setFile}
              onType={() => setCodesError(undefined)}
              error={codesError ?? errors.codes ?? errors.file}
            />
          </fieldset>
        </form>
        {stage.name === 'checked' && <ImportReportView report={stage.report} />}
        {stage.name === 'added' && <AddedView added={stage.added} />}
        <div className="mt-4 empty:hidden">
          {refusal && Object.keys(errors).length === 0 && (
            <Banner tone="error" isAnswer>
              {refusal.message}
            </Banner>
          )}
          {(stage.name === 'checking' || stage.name === 'adding') && (
            <ProgressBar label={progressText(stage)} fraction={stage.fraction} />
          )}
        </div>
      </Modal>
      <UnsavedDialog isOpen={isLeaving} onDiscard={onClose} onKeep={() => setIsLeaving(false)} />
    </>
  );
}

/** After the upload the server still reads, encrypts and stores the codes: a few seconds for the largest file. */
function progressText({ name, fraction }: { name: 'checking' | 'adding'; fraction: number }): string {
  if (fraction < 1) return 'Sending the codes';
  return name === 'checking' ? 'Checking every line' : 'Adding the codes to the stock';
}
