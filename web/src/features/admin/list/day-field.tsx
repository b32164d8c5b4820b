import { type ChangeEvent, useState } from 'react';
import { dayOf } from '../../../lib/search-params.ts';

type DayFieldProps = {
  /** The visible text. Screen readers get `name`. */
  label: string;
  name: string;
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/** A date filter. While a year is being typed, its values (2, 20, 202) are ignored. */
export function DayField({ label, name, day = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const [lastDay, setLastDay] = useState(day);
  // The URL was changed by a link or the back button.
  if (day !== lastDay) {
    setLastDay(day);
    setTyped(day);
  }
  function change({ target: { value } }: ChangeEvent<HTMLInputElement>) {
    setTyped(value);
    if (value === '' || dayOf(value)) onDay(value || undefined);
  }
  return (
    <label className="control-border flex min-h-11 min-w-0 items-center gap-2 bg-surface px-3 max-sm:col-span-2">
      <span className="w-10 text-muted md:w-auto">{label}</span>
      <input
        type="date"
        aria-label={name}
        value={typed}
        onChange={change}
        className="min-w-0 flex-1 bg-transparent py-2"
      />
    </label>
  );
}
