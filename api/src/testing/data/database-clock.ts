import { administer } from '../test-database.ts';

/** Replaces `clock_timestamp()` in a test database by `expression`. It applies to new connections. */
export async function setDatabaseClock(url: string, expression: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(url, async (client) => {
    await client.query('create schema clock');
    await client.query(
      `create function clock.clock_timestamp() returns timestamptz language sql as $$ select ${expression} $$`,
    );
    // PostgreSQL searches pg_catalog first unless the search path names it in another place.
    await client.query(`alter database ${name} set search_path = clock, pg_catalog, public`);
  });
}
