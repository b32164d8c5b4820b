import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../tables.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createDatabase, createPool, databaseErrorCode, inTransaction, type Pool } from './database.ts';
import { transact } from './pipelined-transaction.ts';
import { first, plannedOnce } from './planned-once.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: whatever a test leaves on it is met by the next.
  pool = createPool({ url: database.url, max: 1, onError: () => {} });
  db = createDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const at = new Date();
const insert = (db: Database, key: string) =>
  db.insertInto('rate_limits').values({ key, window_start: at, hits: 1 }).execute();
const hitsOf = async (db: Database, key: string) =>
  (await db.selectFrom('rate_limits').select('hits').where('key', '=', key).executeTakeFirst())?.hits;
const plannedHits = first(
  plannedOnce((db, { key }: { key: string }) =>
    db.selectFrom('rate_limits').select('hits').where('key', '=', key).compile(),
  ),
);

it('executes statements that are sent at once in the order they were asked for', async () => {
  const add = (db: Database) =>
    db
      .updateTable('rate_limits')
      .set((eb) => ({ hits: eb('hits', '+', 1) }))
      .execute();
  const times = (db: Database, factor: number) => sql`update rate_limits set hits = hits * ${factor}`.execute(db);
  const hits = await inTransaction(db, async (db) => {
    const answers = await Promise.all([
      insert(db, 'order'),
      add(db),
      plannedHits(db, { key: 'order' }).then((row) => row?.hits),
      times(db, 10),
      add(db),
      hitsOf(db, 'order'),
      times(db, 2),
      add(db),
      hitsOf(db, 'order'),
      db.deleteFrom('rate_limits').execute(),
      hitsOf(db, 'order'),
    ]);
    return answers.filter((answer) => !Array.isArray(answer) && typeof answer !== 'object');
  });
  expect(hits).toEqual([2, 21, 43, undefined]);
});

it('fails what was sent behind a failure for the same reason, undoes everything and leaves the connection in order', async () => {
  const reasons: (string | undefined)[] = [];
  const work = inTransaction(db, async (db) => {
    const sent = [insert(db, 'undone'), sql`select 1 / 0`.execute(db), sql`select 1`.execute(db), hitsOf(db, 'undone')];
    for (const answer of await Promise.allSettled(sent))
      if (answer.status === 'rejected') reasons.push(databaseErrorCode(answer.reason));
    await Promise.all(sent);
  });
  expect(await work.catch(databaseErrorCode)).toBe('22012');
  expect(reasons).toEqual(['22012', '22012', '22012']);
  expect(await hitsOf(db, 'undone')).toBeUndefined();
});

it('does not pass for committed when a failure in it was overlooked', async () => {
  const work = inTransaction(db, async (db) => {
    await insert(db, 'overlooked');
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('nothing was committed');
  expect(await hitsOf(db, 'overlooked')).toBeUndefined();
});

/** BEGIN fails, as one would that is cancelled. */
const failingToBegin = {
  async connect() {
    const client = await pool.connect();
    const query = (statement: string) => client.query(statement === 'begin' ? 'select 1 / 0' : statement);
    return { query, release: () => client.release() };
  },
} as unknown as Pool;

it('sends what reads together with BEGIN, and what writes only when that is answered', async () => {
  const sent: Promise<unknown>[] = [];
  const work = transact(failingToBegin, async (db) => {
    sent.push(plannedHits(db, { key: 'unbegun' }), insert(db, 'unbegun'), plannedHits(db, { key: 'unbegun' }));
    await Promise.all(sent);
  });
  expect(await work.catch(databaseErrorCode)).toBe('22012');
  const statuses = (await Promise.allSettled(sent)).map(({ status }) => status);
  expect(statuses).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await hitsOf(db, 'unbegun')).toBeUndefined();
});

/** As many messages of PostgreSQL's protocol as each packet to it holds while `work` is under way. */
async function packetsOf(work: () => Promise<unknown>): Promise<number[]> {
  const packets: number[] = [];
  const port = Number(new URL(database.url).port);
  const spies = (['_write', '_writev'] as const).map((name) => {
    const way = Socket.prototype[name] as (chunks: unknown, ...rest: unknown[]) => void;
    return vi.spyOn(Socket.prototype, name).mockImplementation(function (
      this: Socket,
      chunks: unknown,
      ...rest: unknown[]
    ) {
      if (this.remotePort === port) packets.push(Array.isArray(chunks) ? chunks.length : 1);
      way.call(this, chunks, ...rest);
    });
  });
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return packets;
}

it('wakes the server once for BEGIN and all that is read at once, and once for COMMIT', async () => {
  const readTwice = () =>
    inTransaction(db, (db) => Promise.all([plannedHits(db, { key: 'a' }), plannedHits(db, { key: 'b' })]));
  await readTwice();
  const [begin, bindDescribeExecuteSync, commit] = [1, 4, 1];
  expect(await packetsOf(readTwice)).toEqual([begin + 2 * bindDescribeExecuteSync, commit]);
});

it('gives a handle that ends with it', async () => {
  let escaped = db;
  await inTransaction(db, async (db) => {
    escaped = db;
  });
  await expect(hitsOf(escaped, 'any')).rejects.toThrow('after the end of its transaction');
});
