import { SelectField, type SelectOption } from '../../../ui/forms/select-field.tsx';

type FilterSelectProps = {
  label: string;
  value: string | undefined;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
};

/** A filter or sort order in a filter bar. Its label is for screen readers. */
export const FilterSelect = ({ label, value = '', options, onChange }: FilterSelectProps) => (
  <SelectField
    isLabelHidden
    label={label}
    value={value}
    options={options}
    onChange={(event) => onChange(event.target.value)}
  />
);
