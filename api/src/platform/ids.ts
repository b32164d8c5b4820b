import { uuidv7 } from 'uuidv7';

/** Time-ordered, so that new rows land together in an index. */
export const newId = (): string => uuidv7();

/** Nobody's, and before every other. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
