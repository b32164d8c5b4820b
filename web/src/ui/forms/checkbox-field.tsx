import { type ComponentProps, useId } from 'react';
import { classNames } from '../class-names.ts';
import type { FieldText } from './field.tsx';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & FieldText;

export function CheckboxField({ label, hint, error, id: givenId, className, ...input }: CheckboxFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className={classNames('flex gap-3', className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
        className="size-6 shrink-0"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <div id={hintId} className="text-13 text-muted">
            {hint}
          </div>
        )}
        {error && (
          <p id={errorId} className="text-13 font-medium text-danger">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
