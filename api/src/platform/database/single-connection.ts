import pg from 'pg';

/** Opens a connection for `work` alone, outside the pool, and closes it afterwards. */
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
  // Without a listener, the 'error' of a lost idle connection would end the process. The next statement fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
