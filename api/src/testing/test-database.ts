import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseErrorCode } from '../platform/database/database.ts';

/** Clones the migrated template database. `drop` deletes the clone. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (!serverUrl || !template) throw new Error('Tests with a database run through Vitest, which starts it.');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  // The strategy file_copy is several times faster than wal_log, which also writes the copy to the WAL.
  const copy = `create database ${name} template ${template} strategy file_copy`;
  await administer(serverUrl, (client) => client.query(copy));
  return { url: url.href, drop: () => dropDatabase(serverUrl, name) };
}

const IN_USE = '55006';
const ATTEMPTS = 6;

/**
 * Does not use FORCE, because PostgreSQL refuses it while one of its own workers is connected. A plain DROP ends such workers
 * and waits five seconds for connections to close. Connections of killed processes may need several attempts.
 */
export const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  administer(serverUrl, async (client) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await client.query(`drop database if exists ${name}`);
      } catch (error) {
        if (databaseErrorCode(error) !== IN_USE || attempt === ATTEMPTS) throw error;
      }
  });

export async function administer(serverUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
