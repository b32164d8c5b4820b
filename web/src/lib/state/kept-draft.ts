import { createContext, useContext, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** The user who fills in the forms below, and whether their session has ended meanwhile. */
type DraftOwner = { id: string; hasSessionEnded: () => boolean };
export const DraftOwnerContext = createContext<DraftOwner | null>(null);

/** In memory only, because it may contain a code. A reload clears it, and so does the next form that opens. */
let kept: { key: string; values: FieldValues } | null = null;

/** Restores the values of a form whose session ended, when the same user opens it after signing in again. */
export function useKeptDraft<Values extends FieldValues>(
  { reset, getValues, formState }: Pick<UseFormReturn<Values>, 'reset' | 'getValues' | 'formState'>,
  formName: string,
): void {
  const owner = useContext(DraftOwnerContext);
  const { isDirty } = formState;
  const hasChanges = useRef(false);
  useEffect(() => {
    hasChanges.current = isDirty;
  }, [isDirty]);

  useEffect(() => {
    const key = `${owner?.id} ${formName}`;
    if (kept?.key === key) reset(kept.values as Values, { keepDefaultValues: true });
    kept = null;
    return () => {
      if (hasChanges.current && owner?.hasSessionEnded()) kept = { key, values: getValues() };
    };
  }, [owner, reset, getValues, formName]);
}
