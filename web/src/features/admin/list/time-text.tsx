import { formatDay, formatTime } from '../../../lib/format/dates.ts';

/** A moment in two short lines, the day and the time of it. */
export function TimeText({ at }: { at: string }) {
  const [day, clock] = formatTime(at).split(', ');
  return (
    <time dateTime={at} className="block leading-tight whitespace-nowrap">
      {day} <span className="block text-13 text-muted">{clock}</span>
    </time>
  );
}

/** A day in one line, however narrow its column. */
export const DayText = ({ at }: { at: string }) => <span className="whitespace-nowrap">{formatDay(at)}</span>;
