import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle, Field, type FieldText, smallControlStyle } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children' | 'size'>, FieldText {
  options: readonly SelectOption[];
  /** The text of the empty first option. Leave it out if the field always has a value. */
  placeholder?: string;
  isLabelHidden?: boolean;
  size?: 'sm' | 'md';
}

export function SelectField({
  label,
  isLabelHidden,
  hint,
  error,
  id,
  className,
  options,
  placeholder,
  size = 'md',
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} isLabelHidden={isLabelHidden} hint={hint} error={error} id={id} className={className}>
      {(wiring) => (
        <div className="relative">
          <select
            {...select}
            {...wiring}
            className={classNames(size === 'sm' ? smallControlStyle : controlStyle, 'appearance-none pr-9')}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={16}
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
