import pg from 'pg';

export type Timeouts = { shown: Record<string, string>; cutAfterMs: number; reason: string };

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** What a connection of the shop is told about its timeouts, and what becomes of a statement that takes longer. */
export async function tryTimeouts(url: string): Promise<Timeouts> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const shown: Record<string, string> = {};
    for (const name of NAMES) shown[name] = String(Object.values((await client.query(`show ${name}`)).rows[0])[0]);
    const since = performance.now();
    const reason = await client.query('select pg_sleep(20)').then(
      () => 'not cut',
      (error: pg.DatabaseError) => `${error.code} ${error.message}`,
    );
    return { shown, cutAfterMs: performance.now() - since, reason };
  } finally {
    await client.end();
  }
}
