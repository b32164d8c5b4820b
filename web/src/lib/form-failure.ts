import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { RequestFailure } from './api.ts';

/** Puts a refusal's messages under their fields, the first of which gets the focus; false when it has none. */
export function showFieldErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  failure: RequestFailure | undefined,
): boolean {
  const values = form.getValues();
  const fields = Object.entries(failure?.errors ?? {}).filter(([name]) => name in values);
  for (const [index, [name, message]] of fields.entries())
    form.setError(name as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
  return fields.length > 0;
}

/** Without a code it was not the shop that answered: the screen has better words than the network. */
export const serverMessageOr = (fallback: string, failure: RequestFailure | undefined): string =>
  failure?.code ? failure.message : fallback;
