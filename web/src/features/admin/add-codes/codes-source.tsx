import { BATCH } from '@shop/contract/limits';
import X from 'lucide-react/icons/x';
import { type Ref, useState } from 'react';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { countText } from '../list/count-text.ts';

type CodesSourceProps = {
  /** The pasted text lives in the control alone: it is read when it is sent and gone when the dialog is. */
  textRef: Ref<HTMLTextAreaElement>;
  file: File | null;
  onFile: (file: File | null) => void;
  onType: () => void;
  error: string | undefined;
};

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;
const sizeText = ({ size }: File) => `${Math.max(1, Math.round(size / 1024)).toLocaleString('en-IN')} KB`;

/** The codes, pasted or as a file. */
export function CodesSource({ textRef, file, onFile, onType, error }: CodesSourceProps) {
  const [lines, setLines] = useState(0);
  const [fileError, setFileError] = useState<string>();

  function take([chosen]: File[]) {
    if (!chosen) return;
    const isTooLarge = chosen.size > BATCH.maxBytes;
    setFileError(isTooLarge ? 'The file can have up to 10 MB.' : undefined);
    if (!isTooLarge) onFile(chosen);
  }

  if (file)
    return (
      <div>
        <p className="mb-1 font-medium">Codes</p>
        <p className="flex items-center gap-3 rounded-control border border-line p-2 pl-3">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{file.name}</span>
            <span className="amount text-13 text-muted">{sizeText(file)}</span>
          </span>
          <IconButton label={`Remove ${file.name}`} onClick={() => onFile(null)}>
            <X aria-hidden="true" size={18} />
          </IconButton>
        </p>
        {error && <p className="mt-1 text-13 font-medium text-danger">{error}</p>}
      </div>
    );
  return (
    <div className="grid gap-4">
      <TextAreaField
        ref={textRef}
        label="Codes"
        rows={8}
        // Neither kept by the browser for the next visit nor read by a spelling service.
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="off"
        placeholder={'AAAA-1111\nBBBB-2222,https://example.com/redeem,2027-12-31'}
        hint={
          lines > 0
            ? countText(lines, 'line', 'lines')
            : 'One code a line. After a comma a link, after another an expiry date, if a code has its own.'
        }
        error={error}
        onChange={(event) => {
          setLines(linesIn(event.target.value));
          onType();
        }}
      />
      <FileDrop
        isSingle
        label="Or a file"
        hint="Text or CSV, up to 50,000 lines and 10 MB"
        accept=".txt,.csv,.tsv,text/plain,text/csv,text/tab-separated-values"
        onFiles={take}
        error={fileError}
      />
    </div>
  );
}
