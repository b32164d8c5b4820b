import { createContext, useContext, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Who writes in the forms below, and whether what they wrote is cut off by the end of their session. */
type DraftOwner = { id: string; isCutOff: () => boolean };
export const DraftOwnerContext = createContext<DraftOwner | null>(null);

/** In memory alone, because it may hold a code: a reload forgets it, and so does the next form that opens. */
let kept: { key: string; values: FieldValues } | null = null;

/** Gives back what was typed when the session ended under a form, to the same person after signing in again. */
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
      if (hasChanges.current && owner?.isCutOff()) kept = { key, values: getValues() };
    };
  }, [owner, reset, getValues, formName]);
}
