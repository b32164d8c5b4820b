import { type ComponentProps, type ReactNode, useId } from 'react';

export interface RadioOption {
  value: string;
  label: string;
  hint: ReactNode;
  isDisabled?: boolean;
}

interface RadioFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  legend: string;
  options: readonly RadioOption[];
  error?: string;
}

/** Radio buttons for options that need a sentence each. */
export function RadioField({ legend, options, error, className, ...input }: RadioFieldProps) {
  const id = useId();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset aria-describedby={errorId} className={className}>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.map(({ value, label, hint, isDisabled }) => (
          <div
            key={value}
            className="relative flex flex-wrap gap-3 rounded-control border border-line p-3 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              {...input}
              type="radio"
              id={`${id}-${value}`}
              value={value}
              disabled={isDisabled}
              aria-describedby={`${id}-${value}-hint`}
              className="relative z-1 size-6 shrink-0"
            />
            {/* With large text this wraps below the circle. */}
            <div className="min-w-0 flex-1 basis-32 wrap-anywhere">
              {/* The ::after makes the whole card clickable. */}
              <label htmlFor={`${id}-${value}`} className="font-medium after:absolute after:inset-0">
                {label}
              </label>
              <div id={`${id}-${value}-hint`} className="text-13 text-muted">
                {hint}
              </div>
            </div>
          </div>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
