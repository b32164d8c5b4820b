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
  /** A button or link at the end of the line. */
  action?: ReactNode;
  onDismiss?: () => void;
  /** Scrolls the banner into view: the pressed button may be far away on a phone. */
  isAnswer?: boolean;
  className?: string;
}

/** Errors interrupt a screen reader and successes wait; the other tones are not announced. */
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

const scrollIntoView = (banner: HTMLElement | null) => banner?.scrollIntoView({ block: 'nearest' });

export function Banner({ tone, title, children, action, onDismiss, isAnswer, className }: BannerProps) {
  const { role, Icon, look, mark } = tones[tone];
  return (
    <div
      ref={isAnswer ? scrollIntoView : undefined}
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
