import pg from 'pg';

/** A connection of its own, for as long as `work` takes: for what must not share one, or must not be pooled. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  settings: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...settings,
  });
  // A connection that is lost while nothing is asked of it fails at the next statement; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
