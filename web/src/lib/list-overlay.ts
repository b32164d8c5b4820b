import type { Location } from 'react-router';

/** Navigation state of a dialog that has its own address and opens over the current list. */
export const listOverlayState = { isListOverlay: true };

export const isListOverlay = ({ state }: Location): boolean =>
  typeof state === 'object' && state !== null && 'isListOverlay' in state;
