import type { StrengthLabel } from '@shop/contract/accounts/password';
import { classNames } from '../class-names.ts';

interface StrengthMeterProps {
  label: string;
  strength: StrengthLabel;
  /** The filled part of the bar, from 0 to 1. Larger values count as 1. */
  fraction: number;
}

const bars: Record<StrengthLabel, string> = {
  '': '',
  Weak: 'bg-strength-weak',
  Fair: 'bg-strength-fair',
  Good: 'bg-strength-good',
  Strong: 'bg-strength-strong',
};

export function StrengthMeter({ label, strength, fraction }: StrengthMeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div className="flex items-center gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not style the native meter alike */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={strength || 'None'}
        className="h-2 flex-1 overflow-hidden rounded-badge bg-sunken"
      >
        <div
          className={classNames('h-full transition-[width] duration-200 ease-out', bars[strength])}
          style={{ width: `${percent}%` }}
        />
      </div>
      <span aria-live="polite" className="min-w-14 text-13 font-semibold">
        {strength}
      </span>
    </div>
  );
}
