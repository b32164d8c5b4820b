import { initialsOf } from '@shop/contract/initials';
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

interface AvatarProps {
  name: string;
  src?: string;
  size?: 'sm' | 'lg';
}

/** Decorative: the name always stands beside it. */
export function Avatar({ name, src, size = 'sm' }: AvatarProps) {
  const imageRef = useRef<HTMLImageElement>(null);
  const [failedSrc, setFailedSrc] = useState<string>();

  // A server-rendered image may have failed before React was there to hear of it.
  useEffect(() => {
    const image = imageRef.current;
    if (image?.complete && image.naturalWidth === 0) setFailedSrc(src);
  }, [src]);

  const pixels = size === 'lg' ? 72 : 36;
  const shape = classNames('shrink-0 rounded-full', size === 'lg' ? 'size-18' : 'size-9');
  if (src && src !== failedSrc) {
    return (
      <img
        ref={imageRef}
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        onError={() => setFailedSrc(src)}
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
