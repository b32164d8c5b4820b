import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string;
}

export interface FieldWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldText {
  id?: string;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
}

export const controlStyle =
  'control-border block w-full min-h-11 bg-surface px-3 py-2 text-15 text-ink placeholder:text-muted ' +
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';

/** Label, control, hint and error of one form field, tied together for assistive technology. */
export function Field({ label, hint, error, id: givenId, className, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 inline-block font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <div id={hintId} className="mt-1 text-13 text-muted">
          {hint}
        </div>
      )}
      {error && (
        <p id={errorId} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
