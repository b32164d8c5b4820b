import type pg from 'pg';

const corked = new WeakSet<pg.PoolClient>();

/**
 * Holds the socket back until the end of this turn of the event loop, so that all statements of the turn leave in one write.
 * A write for each statement would cost a system call and wake the PostgreSQL process each time.
 */
export function corkUntilEndOfTurn(client: pg.PoolClient): void {
  if (corked.has(client)) return;
  corked.add(client);
  const { stream } = (client as pg.Client).connection;
  stream.cork();
  setImmediate(() => {
    corked.delete(client);
    stream.uncork();
  });
}
