import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type BadgeTone = 'neutral' | 'brand' | 'amber' | 'success' | 'danger';

const tones: Record<BadgeTone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  brand: 'border-transparent bg-brand-soft text-brand',
  amber: 'border-transparent bg-accent-soft text-on-accent-soft',
  success: 'border-transparent bg-success-soft text-success',
  danger: 'border-transparent bg-danger-soft text-danger',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-badge border px-1.5 py-px text-13 font-medium wrap-anywhere',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
