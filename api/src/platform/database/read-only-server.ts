import pg from 'pg';

const READ_ONLY = '25006';

/** Whether a connection leads to a server that is no primary any more: it is given up, and the primary found anew. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/**
 * Fails with that where a server takes no writes. A server that became a replica has ended its connections, so whoever
 * asks this of each new one never reads from it what is old.
 */
export const REFUSE_READ_ONLY = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'this server takes no writes';
  end if;
end $$`;
