import type { ComponentProps, ReactNode, WheelEvent } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle, Field, type FieldText } from './field.tsx';

interface TextFieldProps extends ComponentProps<'input'>, FieldText {
  /** Shown inside the control before the value, for example the rupee sign. */
  prefix?: string;
  /** A control at the end of the input, for example a show/hide button. */
  suffix?: ReactNode;
  /** For a field that its position and placeholder explain. Screen readers still get the label. */
  isLabelHidden?: boolean;
}

/** Scrolling over a focused number field would change its value. */
const blurNumberField = ({ currentTarget }: WheelEvent<HTMLInputElement>) =>
  currentTarget.type === 'number' && currentTarget.blur();

export function TextField({ label, isLabelHidden, hint, error, id, className, ...rest }: TextFieldProps) {
  const { prefix, suffix, ...input } = rest;
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} id={id} className={className}>
      {(wiring) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden="true" className="absolute inset-y-0 left-3 flex items-center text-muted">
              {prefix}
            </span>
          )}
          <input
            type="text"
            onWheel={blurNumberField}
            {...input}
            {...wiring}
            className={classNames(controlStyle, prefix && 'pl-6', Boolean(suffix) && 'pr-20')}
          />
          {suffix && <div className="absolute inset-y-0 right-1 flex items-center">{suffix}</div>}
        </div>
      )}
    </Field>
  );
}
