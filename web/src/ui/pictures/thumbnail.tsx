import { PlaceholderArt } from './placeholder-art.tsx';
import { useBrokenImage } from './use-broken-image.ts';

interface ThumbnailProps {
  src: string | null | undefined;
  category: string;
}

/** A small picture that fills its place, beside the title which says it all; a drawing where there is none, or none to be had. */
export function Thumbnail({ src, category }: ThumbnailProps) {
  const { isBroken, watch } = useBrokenImage(src);
  if (!src || isBroken) return <PlaceholderArt category={category} className="h-full" />;
  return <img {...watch} src={src} alt="" loading="lazy" className="size-full object-cover" />;
}
