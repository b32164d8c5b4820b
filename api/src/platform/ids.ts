import { uuidv7 } from 'uuidv7';

/** UUIDv7 is ordered by time, so that new rows are close together in an index. */
export const newId = (): string => uuidv7();

/** Never used as an id; sorts before all ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';
