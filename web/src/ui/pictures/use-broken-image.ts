import { useState } from 'react';

/** Reports whether an image failed to load. Spread `imageProps` on the `img`. */
export function useBrokenImage(src: string | null | undefined) {
  const [brokenSrc, setBrokenSrc] = useState<typeof src>();
  const markBroken = () => setBrokenSrc(src);
  return {
    isBroken: brokenSrc === src,
    imageProps: {
      onError: markBroken,
      // A server-rendered image may have failed before hydration, so no error event reaches React.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && !image.naturalWidth) markBroken();
      },
    },
  };
}
