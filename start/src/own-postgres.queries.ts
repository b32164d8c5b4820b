import { createPool } from '@shop/api/platform/database/database';
import { reasonOf, StartupError } from '@shop/api/platform/startup-error';

/** Whether the database has tables in any schema. */
export async function hasTables(databaseUrl: string): Promise<boolean> {
  const pool = createPool({ url: databaseUrl, max: 1, onError: () => undefined });
  try {
    const { rows } = await pool.query<{ found: boolean }>(
      `select exists (
         select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
         where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
       ) as found`,
    );
    return rows[0]?.found ?? false;
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}.`);
  } finally {
    await pool.end();
  }
}
