import { Link, type LinkProps } from 'react-router';
import { type ButtonLook, buttonStyle } from './button-style.ts';

type LinkButtonProps = Omit<LinkProps, 'className'> & ButtonLook;

export function LinkButton({ variant, size, isFullWidth, className, ...link }: LinkButtonProps) {
  return <Link {...link} className={buttonStyle({ variant, size, isFullWidth, className })} />;
}
