import { administer } from '../test-database.ts';

/** Gives a test database another clock, from the next connection on: `expression` is what `clock_timestamp()` answers. */
export async function setDatabaseClock(url: string, expression: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(url, async (client) => {
    await client.query('create schema clock');
    await client.query(
      `create function clock.clock_timestamp() returns timestamptz language sql as $$ select ${expression} $$`,
    );
    // Found before PostgreSQL's own, which otherwise always comes first.
    await client.query(`alter database ${name} set search_path = clock, pg_catalog, public`);
  });
}
