import { classNames } from '../class-names.ts';

export type StatusTone = 'good' | 'waiting' | 'bad' | 'idle';

const dots: Record<StatusTone, string> = {
  good: 'bg-success',
  waiting: 'bg-accent',
  bad: 'bg-danger',
  idle: 'bg-control',
};

/** A dot that helps to scan a list. The text carries the meaning. */
export function StatusDot({ tone, word }: { tone: StatusTone; word: string }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={classNames('size-2 shrink-0 rounded-full', dots[tone])} />
      {word}
    </span>
  );
}
