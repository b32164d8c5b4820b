import { Link, type LinkProps } from 'react-router';
import { classNames } from '../class-names.ts';

/** An underlined link, alone or in a sentence. */
export const TextLink = ({ className, ...link }: LinkProps) => (
  <Link
    {...link}
    className={classNames(
      'inline-block py-0.5 font-medium text-brand underline underline-offset-2',
      className as string,
    )}
  />
);
