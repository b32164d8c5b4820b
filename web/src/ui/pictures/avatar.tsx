import { initialsOf } from '@shop/contract/initials';
import { classNames } from '../class-names.ts';
import { useBrokenImage } from './use-broken-image.ts';

interface AvatarProps {
  name: string;
  src?: string;
  size?: 'sm' | 'lg';
}

/** Decorative: the name always stands beside it. */
export function Avatar({ name, src, size = 'sm' }: AvatarProps) {
  const { isBroken, imageProps } = useBrokenImage(src);
  const pixels = size === 'lg' ? 72 : 36;
  const shape = classNames('shrink-0 rounded-full', size === 'lg' ? 'size-18' : 'size-9');
  if (src && !isBroken) {
    return (
      <img
        {...imageProps}
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        className={classNames(shape, 'object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(
        shape,
        'inline-flex items-center justify-center bg-brand-soft font-semibold text-brand',
        size === 'lg' ? 'text-27' : 'text-13',
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
