import { type ChangeEvent, useState } from 'react';
import { dayOf } from '../../../lib/search-params.ts';

type DayFieldProps = {
  /** What the field begins with, and what it is called by those who only hear it. */
  label: string;
  name: string;
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/** A day that a list begins or ends with. While a year is being typed it is the year 2, 20 and 202: none is taken. */
export function DayField({ label, name, day = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day);
  const [shownDay, setShownDay] = useState(day);
  // The address changed from elsewhere: a link, the back button.
  if (day !== shownDay) {
    setShownDay(day);
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
