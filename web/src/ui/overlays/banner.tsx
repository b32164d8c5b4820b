import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { classNames } from '../class-names.ts';

type BannerTone = 'error' | 'success' | 'info' | 'warning';

interface BannerProps {
  tone: BannerTone;
  children: ReactNode;
  title?: string;
  /** What can be done about it, at the end of the line. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** To what was just pressed, which may be further down than a phone is high: it comes into sight. */
  isAnswer?: boolean;
  className?: string;
}

/** Only an error interrupts; a success waits its turn; the others are read in place. */
const tones = {
  error: { role: 'alert', Icon: CircleAlert, look: 'border-danger bg-danger-soft', mark: 'text-danger' },
  success: {
    role: 'status',
    Icon: CircleCheck,
    look: 'border-success bg-success-soft',
    mark: 'text-success',
  },
  info: { role: undefined, Icon: Info, look: 'border-line bg-sunken', mark: 'text-muted' },
  warning: {
    role: undefined,
    Icon: TriangleAlert,
    look: 'border-accent bg-accent-soft',
    mark: 'text-on-accent-soft',
  },
} as const;

const comeIntoSight = (banner: HTMLElement | null) => banner?.scrollIntoView({ block: 'nearest' });

export function Banner({ tone, title, children, action, onDismiss, isAnswer, className }: BannerProps) {
  const { role, Icon, look, mark } = tones[tone];
  return (
    <div
      ref={isAnswer ? comeIntoSight : undefined}
      role={role}
      className={classNames('flex gap-3 rounded-control border px-4 py-3', look, className)}
    >
      <Icon aria-hidden="true" size={20} className={classNames('mt-px shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
      {action && <div className="-my-1.5 -mr-1.5 shrink-0 self-center">{action}</div>}
      {onDismiss && (
        <IconButton label="Dismiss" onClick={onDismiss} className="-my-1.5 -mr-2">
          <X aria-hidden="true" size={18} />
        </IconButton>
      )}
    </div>
  );
}
