import type { Location } from 'react-router';

/** State of a navigation that opens something over the list it came from, at an address of its own. */
export const overList = { isOverList: true };

export const isOverList = ({ state }: Location): boolean =>
  typeof state === 'object' && state !== null && 'isOverList' in state;
