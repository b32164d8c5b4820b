import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { controlStyle, Field, type FieldText } from './field.tsx';

interface TextFieldProps extends ComponentProps<'input'>, FieldText {
  /** Shown inside the control before the value, for example the rupee sign. */
  prefix?: string;
  /** A control at the end of the input, for example a show/hide toggle. */
  suffix?: ReactNode;
}

export function TextField({ label, hint, error, id, className, prefix, suffix, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(wiring) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-muted">
              {prefix}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...wiring}
            className={classNames(controlStyle, prefix && 'pl-8', Boolean(suffix) && 'pr-20')}
          />
          {suffix && <div className="absolute inset-y-0 right-1 flex items-center">{suffix}</div>}
        </div>
      )}
    </Field>
  );
}
