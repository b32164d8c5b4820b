import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../tables.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createDatabase, createPool, databaseErrorCode, inTransaction, type Pool } from './database.ts';
import { transact } from './pipelined-transaction.ts';
import { first, plannedOnce } from './planned-once.ts';
import { ask } from './query-pipeline.ts';

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
    ask(client, { text: 'select 1 / 0', values: [] }).catch(() => {});
    return client;
  },
} as unknown as Pool;

it('executes nothing by itself where BEGIN has failed, neither what was sent with it nor what comes later', async () => {
  const work = transact(failingToBegin, async (db) => {
    await insert(db, 'unbegun').catch(() => undefined);
    await insert(db, 'unbegun');
  });
  expect(await work.catch(databaseErrorCode)).toBe('22012');
  expect(await hitsOf(db, 'unbegun')).toBeUndefined();
});

/** The kinds of PostgreSQL's messages in each packet to it while `work` is under way. */
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

it('has BEGIN and all that is read at once answered together, and asks for columns once', async () => {
  const readTwice = () =>
    inTransaction(db, (db) => Promise.all([plannedHits(db, { key: 'a' }), plannedHits(db, { key: 'b' })]));
  await readTwice();
  const bindExecute = 'BE';
  const sync = 'S';
  expect(await packetsOf(readTwice)).toEqual([bindExecute.repeat(3) + sync, bindExecute + sync]);
});

it('sends COMMIT by itself, after the last statement is answered', async () => {
  const read = () => inTransaction(db, (db) => plannedHits(db, { key: 'a' }));
  await read();
  const [bindExecute, sync] = ['BE', 'S'];
  expect(await packetsOf(read)).toEqual([bindExecute.repeat(2) + sync, bindExecute + sync]);
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

it('gives a handle that ends with it', async () => {
  let escaped = db;
  await inTransaction(db, async (db) => {
    escaped = db;
  });
  await expect(hitsOf(escaped, 'any')).rejects.toThrow('after the end of its transaction');
});
