import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { inTransaction } from './database.ts';

/** Any constant works if nothing else in the same database uses it. */
const SCHEMA_LOCK = 7_201_533;

/**
 * Creates the tables if the version in the schema's comment differs: `create index if not exists` locks a table even if the index
 * exists, and so would block the payments of another process at each start.
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
