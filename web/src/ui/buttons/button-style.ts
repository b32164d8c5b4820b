import { classNames } from '../class-names.ts';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** `lg` (44 px) is for Buy Now and the main action of a page. */
type ButtonSize = 'sm' | 'md' | 'lg';

export interface ButtonLook {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isFullWidth?: boolean;
  className?: string;
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold text-center no-underline ' +
  'transition duration-120 ease-out active:translate-y-px ' +
  'disabled:pointer-events-none disabled:border-line disabled:bg-sunken disabled:text-muted';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-brand text-on-brand hover:bg-brand-strong',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-brand hover:bg-brand-soft',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 py-1 text-13',
  md: 'min-h-10 px-4 py-1.5 text-15',
  lg: 'min-h-11 px-6 py-2 text-17',
};

export function buttonStyle({ variant = 'primary', size = 'md', isFullWidth, className }: ButtonLook): string {
  return classNames(base, variants[variant], sizes[size], isFullWidth && 'w-full', className);
}
