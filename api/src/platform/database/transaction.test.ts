import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../tables.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import {
  createDatabase,
  createPool,
  databaseErrorCode,
  inTransaction,
  isDatabaseUnavailable,
  type Pool,
} from './database.ts';
import { first, plannedOnce } from './planned-once.ts';
import { transact } from './transaction.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  // One connection: a test that leaves it in a wrong state breaks the next test.
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

it('executes the statements of a Promise.all in the order of their calls', async () => {
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

it('rolls back after a failure and reports it for all later statements', async () => {
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

it('rejects a transaction whose callback caught the error of a statement', async () => {
  const work = inTransaction(db, async (db) => {
    await insert(db, 'overlooked');
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('nothing was committed');
  expect(await hitsOf(db, 'overlooked')).toBeUndefined();
});

/** A pool on whose connections BEGIN fails, as if an operator had cancelled it. */
const failingToBegin = {
  async connect() {
    const client = await pool.connect();
    const query = client.query.bind(client);
    vi.spyOn(client, 'query').mockImplementationOnce(() => query('select 1 / 0'));
    return client;
  },
} as unknown as Pool;

it('executes no statement outside a transaction if BEGIN fails', async () => {
  const work = transact(failingToBegin, async (db) => {
    await insert(db, 'unbegun').catch(() => undefined);
    await insert(db, 'unbegun');
  });
  expect(await work.catch(databaseErrorCode)).toBe('22012');
  expect(await hitsOf(db, 'unbegun')).toBeUndefined();
});

/** The packets that are sent to PostgreSQL during `work`, each as the type letters of its protocol messages. */
async function packetsOf(work: () => Promise<unknown>): Promise<string[]> {
  const packets: string[] = [];
  const port = Number(new URL(database.url).port);
  const { _write: one, _writev: several } = Socket.prototype;
  const note = (socket: Socket, ...chunks: Buffer[]) => {
    if (socket.remotePort === port) packets.push(chunks.map(kindsOf).join(''));
  };
  const spies = [
    vi.spyOn(Socket.prototype, '_write').mockImplementation(function (this: Socket, packet: Buffer, ...rest) {
      note(this, packet);
      one.call(this, packet, ...rest);
    }),
    vi.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, ...rest) {
      note(this, ...chunks.map(({ chunk }) => chunk));
      several?.call(this, chunks, ...rest);
    }),
  ];
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return packets;
}

function kindsOf(packet: Buffer): string {
  let kinds = '';
  for (let at = 0; at < packet.length; at += 1 + packet.readInt32BE(at + 1))
    kinds += String.fromCharCode(packet[at] ?? 0);
  return kinds;
}

it('sends a Promise.all in one packet, and BEGIN and COMMIT each alone', async () => {
  const readTwice = () =>
    inTransaction(db, (db) => Promise.all([plannedHits(db, { key: 'a' }), plannedHits(db, { key: 'b' })]));
  await readTwice();
  const [simpleQuery, bindDescribeExecuteSync] = ['Q', 'BDES'];
  expect(await packetsOf(readTwice)).toEqual([simpleQuery, bindDescribeExecuteSync.repeat(2), simpleQuery]);
});

it('commits nothing after an error that no statement caused', async () => {
  const work = inTransaction(db, (db) =>
    Promise.all([
      insert(db, 'beside'),
      (async () => {
        throw new Error('not to be committed');
      })(),
    ]),
  );
  await expect(work).rejects.toThrow('not to be committed');
  expect(await hitsOf(db, 'beside')).toBeUndefined();
});

it('runs an inner transaction as part of the outer one', async () => {
  const whole = inTransaction(db, async (db) => {
    await inTransaction(db, (db) => insert(db, 'part'));
    expect(await hitsOf(db, 'part')).toBe(1);
    throw new Error('undone');
  });
  await expect(whole).rejects.toThrow('undone');
  expect(await hitsOf(db, 'part')).toBeUndefined();
});

it('fails every unanswered statement if the connection ends', async () => {
  const ending = inTransaction(db, async (db) => {
    const endItself = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    const answers = await Promise.allSettled([endItself, insert(db, 'lost'), hitsOf(db, 'lost')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await hitsOf(db, 'lost');
  });
  expect(await ending.catch(isDatabaseUnavailable)).toBe(true);
  expect(await hitsOf(db, 'lost')).toBeUndefined();
});

it('rejects a statement of a transaction that is over', async () => {
  let escaped = db;
  await inTransaction(db, async (db) => {
    escaped = db;
  });
  await expect(hitsOf(escaped, 'any')).rejects.toThrow('after the end of its transaction');
});
