import pg from 'pg';

const READ_ONLY = '25006';

/** Whether a connection leads to a server that is no primary any more: it is given up, and the primary found anew. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;
