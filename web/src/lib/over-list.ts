import type { Location } from 'react-router';

/** Navigation state of a dialog that has its own address and opens over the current list. */
export const overList = { isOverList: true };

export const isOverList = ({ state }: Location): boolean =>
  typeof state === 'object' && state !== null && 'isOverList' in state;
