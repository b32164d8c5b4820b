import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  drop: () => Promise<void>;
}

/** Creates a database for one test file in the server of the test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) {
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests with npm test, which starts a PostgreSQL server for them.',
    );
  }
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const pool = new pg.Pool({ connectionString: url.href });
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end();
      // Without FORCE: PostgreSQL stops its background workers and waits for closing connections.
      // WITH FORCE fails while such a worker is connected.
      await runOnServer(serverUrl, `drop database ${name}`);
    },
  };
}

async function runOnServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
