import type pg from 'pg';
import { CONCURRENTLY, type Migration } from './migration.ts';

/** The statements of a file that starts with `-- concurrently`: it may only create and drop indexes concurrently. */
export const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s/i;
const DROP_INDEX = /^drop\s+index\s+concurrently\s+if\s+exists\s+\w+$/i;

export const isIndexStatement = (statement: string): boolean =>
  CREATE_INDEX.test(statement) || DROP_INDEX.test(statement);

/** Can be repeated after an interruption: complete indexes stay, and an invalid index is built again. */
export async function applyConcurrently(client: pg.Client, { name, sql }: Migration): Promise<void> {
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  for (const statement of statementsOf(sql)) {
    if (!isIndexStatement(statement)) throw new Error(`a file marked '${CONCURRENTLY}' may not hold '${statement}'`);
    const [, index] = CREATE_INDEX.exec(statement) ?? [];
    if (index) await dropInvalid(client, index);
    if (!index || !(await exists(client, index))) await client.query(statement);
  }
  await client.query('insert into migrations (name) values ($1)', [name]);
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not (indisvalid and indisready)',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
}

async function exists(client: pg.Client, index: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [index]);
  return rows[0]?.exists ?? false;
}
