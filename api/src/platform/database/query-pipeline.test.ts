import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createPool, databaseErrorCode, isDatabaseUnavailable, type Pool } from './database.ts';
import { ask, type Statement } from './query-pipeline.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, max: 1, onError: () => {} });
});
beforeEach(async () => {
  client = await pool.connect();
});
afterEach(() => client.release());
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const rowsOf = async (statement: Statement) => (await ask(client, statement)).rows;
const divide = (name: string | undefined, by: number) =>
  rowsOf({ name, text: 'select 6 / $1::int as answer', values: [by] });
const reason = (error: unknown) => databaseErrorCode(error) ?? String(error);

it('answers each statement of a turn with its own rows, known or not, named or not', async () => {
  const ask = () => Promise.all([divide('halved', 2), divide(undefined, 3), divide('halved', 6), divide(undefined, 1)]);
  const answers = [[{ answer: 3 }], [{ answer: 2 }], [{ answer: 1 }], [{ answer: 6 }]];
  expect(await ask()).toEqual(answers);
  expect(await ask()).toEqual(answers);
});

it('executes nothing behind a failure, and asks again under the same names', async () => {
  const ask = (by: number) =>
    Promise.all([divide('first', 1), divide('failing', by), divide('behind', 1)].map((rows) => rows.catch(reason)));
  expect(await ask(0)).toEqual([[{ answer: 6 }], '22012', '22012']);
  expect(await ask(2)).toEqual([[{ answer: 6 }], [{ answer: 3 }], [{ answer: 6 }]]);
});

it('refuses a value that cannot be sent or read, and goes on', async () => {
  const circular: Record<string, unknown> = {};
  circular.itself = circular;
  await expect(rowsOf({ text: 'select $1::json', values: [circular] })).rejects.toThrow('circular');
  const tooLarge = rowsOf({ text: "select '9007199254740993'::bigint", values: [] });
  await expect(Promise.all([tooLarge, divide('beside', 1)])).rejects.toThrow('bigint out of range');
  expect(await divide('beside', 1)).toEqual([{ answer: 6 }]);
});

it('tells what was done and to how many rows', async () => {
  const texts = ['create temp table kept (at int)', 'insert into kept values (1), (2)', 'delete from kept', ''];
  const answers = await Promise.all(texts.map((text) => ask(client, { text, values: [] })));
  expect(answers.map(({ command, rowCount }) => [command, rowCount])).toEqual([
    ['CREATE', null],
    ['INSERT', 2],
    ['DELETE', 2],
    ['', null],
  ]);
});

it('fails all that is unanswered when the connection ends', async () => {
  const endItself = { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] };
  const answers = await Promise.allSettled([divide(undefined, 2), rowsOf(endItself), divide(undefined, 2)]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await divide(undefined, 2).catch(isDatabaseUnavailable)).toBe(true);
});
