import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle, Field, type FieldText } from './field.tsx';

type TextAreaFieldProps = ComponentProps<'textarea'> & FieldText;

export function TextAreaField({ label, hint, error, id, className, rows = 5, ...textarea }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(wiring) => <textarea {...textarea} {...wiring} rows={rows} className={classNames(controlStyle, 'resize-y')} />}
    </Field>
  );
}
