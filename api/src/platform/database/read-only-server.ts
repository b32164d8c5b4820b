import pg from 'pg';

const READ_ONLY = '25006';

/** Whether the server of a connection is no longer the primary. The connection is closed; a new one finds the primary. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/**
 * Fails with the code above on a server that takes no writes. It is run on each new connection. That is enough, because a
 * server that becomes a replica closes its connections.
 */
export const REFUSE_READ_ONLY = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'this server takes no writes';
  end if;
end $$`;
