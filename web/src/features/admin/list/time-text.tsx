import { formatDay, formatTime } from '../../../lib/format/dates.ts';

/** The day and, below it, the time. */
export function TimeText({ at }: { at: string }) {
  const [day, time] = formatTime(at).split(', ');
  return (
    <time dateTime={at} className="block leading-tight whitespace-nowrap">
      {day} <span className="block text-13 text-muted">{time}</span>
    </time>
  );
}

/** A day that never wraps. */
export const DayText = ({ at }: { at: string }) => <span className="whitespace-nowrap">{formatDay(at)}</span>;
