import { uuidv7 } from 'uuidv7';

/** Time-ordered, so that new rows land together in an index. */
export const newId = (): string => uuidv7();
