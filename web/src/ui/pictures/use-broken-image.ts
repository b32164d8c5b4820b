import { useState } from 'react';

/** Whether an image cannot be had, and what its element needs for that to be known. */
export function useBrokenImage(src: string | null | undefined) {
  const [brokenSrc, setBrokenSrc] = useState<typeof src>();
  const tell = () => setBrokenSrc(src);
  return {
    isBroken: brokenSrc === src,
    watch: {
      onError: tell,
      // One that the server sent may have failed before React was there to hear of it.
      ref: (image: HTMLImageElement | null) => {
        if (image?.complete && !image.naturalWidth) tell();
      },
    },
  };
}
