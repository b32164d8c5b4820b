import { useId } from 'react';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  fraction: number;
}

export function ProgressBar({ label, fraction }: ProgressBarProps) {
  const id = useId();
  const percent = Math.round(fraction * 100);
  return (
    <div className="grid content-start gap-1">
      <div className="flex justify-between gap-4 text-13">
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true" className="amount text-muted">
          {percent}%
        </span>
      </div>
      <progress id={id} max={100} value={percent} className="progress-bar" />
    </div>
  );
}
