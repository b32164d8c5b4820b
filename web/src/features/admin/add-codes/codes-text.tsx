import { type Ref, useState } from 'react';
import { countText } from '../../../lib/format/count-text.ts';
import { TextAreaField } from '../../../ui/forms/text-area-field.tsx';

type CodesTextProps = { textRef: Ref<HTMLTextAreaElement>; onType: () => void; error: string | undefined };

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;

/** A field for pasted codes that counts their lines. */
export function CodesText({ textRef, onType, error }: CodesTextProps) {
  const [lines, setLines] = useState(0);
  return (
    <TextAreaField
      ref={textRef}
      label="Codes"
      rows={8}
      // Keeps the codes out of autofill and away from online spell checkers.
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="off"
      placeholder={'AAAA-1111\nBBBB-2222,https://example.com/redeem,2027-12-31'}
      hint={
        lines > 0
          ? countText(lines, 'line', 'lines')
          : 'One code per line. If a code has its own link and expiry date, add them after commas.'
      }
      error={error}
      onChange={(event) => {
        setLines(linesIn(event.target.value));
        onType();
      }}
    />
  );
}
