import type pg from 'pg';

/** The database's clock, in milliseconds since 1970. */
export async function findDatabaseTimeMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  return rows[0]?.ms ?? Number.NaN;
}
