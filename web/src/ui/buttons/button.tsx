import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyle } from './button-style.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  isBusy?: boolean;
  /** Replaces the children while busy, for example 'Signing in...'. */
  busyText?: string;
}

export function Button({
  variant,
  size,
  isFullWidth,
  className,
  isBusy = false,
  busyText,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonStyle({ variant, size, isFullWidth, className })}
    >
      {isBusy && busyText ? busyText : children}
    </button>
  );
}
