import { PlaceholderArt } from './placeholder-art.tsx';
import { useBrokenImage } from './use-broken-image.ts';

interface ThumbnailProps {
  src: string | null | undefined;
  category: string;
}

/**
 * A small image that fills its box, or a drawing if the image is missing or broken. Decorative, because the title is
 * beside it.
 */
export function Thumbnail({ src, category }: ThumbnailProps) {
  const { isBroken, imageProps } = useBrokenImage(src);
  if (!src || isBroken) return <PlaceholderArt category={category} className="h-full" />;
  return <img {...imageProps} src={src} alt="" loading="lazy" className="size-full object-cover" />;
}
