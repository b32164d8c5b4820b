import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ComponentProps, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/field.tsx';
import type { SelectOption } from '../../../ui/select-field.tsx';

type FilterSelectProps = {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onSelect: (value: string) => void;
  size?: 'sm' | 'md';
} & Pick<ComponentProps<'select'>, 'disabled'>;

/** A select whose first choice says what it is for; the label is there for those who cannot see its place. */
export function FilterSelect({ label, value, options, onSelect, size = 'md', disabled }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onSelect(event.target.value)}
        className={classNames(controlStyle, 'appearance-none pr-9', size === 'sm' && 'min-h-9 py-1 text-13')}
      >
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
  );
}
