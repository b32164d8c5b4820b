import { BATCH } from '@shop/contract/limits/admin-limits';
import { type Ref, useState } from 'react';
import { FileDrop } from '../../../ui/forms/file-drop.tsx';
import { CodesFile } from './codes-file.tsx';
import { CodesText } from './codes-text.tsx';

type CodesSourceProps = {
  /** The pasted text stays in the control. It is read on submit and gone when the dialog closes. */
  textRef: Ref<HTMLTextAreaElement>;
  file: File | null;
  onFile: (file: File | null) => void;
  onType: () => void;
  error: string | undefined;
};

/** The codes as pasted text or as a file. */
export function CodesSource({ textRef, file, onFile, onType, error }: CodesSourceProps) {
  const [fileError, setFileError] = useState<string>();

  function chooseFile([chosen]: File[]) {
    if (!chosen) return;
    const isTooLarge = chosen.size > BATCH.maxBytes;
    setFileError(isTooLarge ? 'The file can have up to 10 MB.' : undefined);
    if (!isTooLarge) onFile(chosen);
  }

  if (file) return <CodesFile file={file} onRemove={() => onFile(null)} error={error} />;
  return (
    <div className="grid gap-4 *:min-w-0">
      <CodesText textRef={textRef} onType={onType} error={error} />
      <FileDrop
        isSingle
        label="Or a file"
        hint="Text or CSV, up to 50,000 lines and 10 MB"
        accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
        onFiles={chooseFile}
        error={fileError}
      />
    </div>
  );
}
