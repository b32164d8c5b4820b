import { type ReactNode, useId } from 'react';

export interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string;
}

interface FieldWiring {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends FieldText {
  id?: string;
  /** For a control that its position or first option explains. Screen readers still get the label. */
  isLabelHidden?: boolean;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
}

const controlLook =
  'control-border block bg-surface px-3 text-ink placeholder:text-muted aria-invalid:border-danger ' +
  'disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';
export const controlStyle = `${controlLook} w-full min-h-11 py-2 text-15`;
/** For a control in a table row; its width follows its content. */
export const smallControlStyle = `${controlLook} min-h-9 py-1 text-13`;

/** Connects label, hint and error with a control for assistive technology. */
export function Field({ label, isLabelHidden, hint, error, id: givenId, className, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 inline-block font-medium'}>
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
