import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { inTransaction } from './database.ts';

/** Any constant will do, as long as nobody else in the same database locks it. */
const SCHEMA_LOCK = 7_201_533;

/**
 * Makes the tables, once for each version of them, which the schema's comment names: even an index that exists locks its
 * table when it is asked for again, against the payments that another process is making.
 */
export async function prepareSandbox(pool: Pool): Promise<void> {
  const statements = await readFile(new URL('../schema.sql', import.meta.url), 'utf8');
  const version = createHash('sha256').update(statements).digest('hex');
  await inTransaction(pool, async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    const { rows } = await db.query<{ version: string | null }>(
      `select obj_description(to_regnamespace('sandbox'), 'pg_namespace') as version`,
    );
    if (rows[0]?.version === version) return;
    await db.query(statements);
    await db.query(`comment on schema sandbox is '${version}'`);
  });
}
