import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { VisuallyHidden } from '../text/visually-hidden.tsx';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name. It is rendered as text so that it can be translated and searched. */
  label: string;
}

/** Also used for links that look like an icon button. */
export const iconButtonStyle =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-control text-muted ' +
  'transition duration-120 ease-out hover:bg-sunken hover:text-ink disabled:opacity-50';

export function IconButton({ label, type = 'button', className, children, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} title={label} className={classNames(iconButtonStyle, className)}>
      {children}
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
