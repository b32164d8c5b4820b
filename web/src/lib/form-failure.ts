import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { RequestFailure } from './api.ts';

/** Shows a failure's messages at their fields and focuses the first one. Returns false if no field has a message. */
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

/** A failure without a code does not come from our server, so the screen's own message is better. */
export const serverMessageOr = (fallback: string, failure: RequestFailure | undefined): string =>
  failure?.code ? failure.message : fallback;
