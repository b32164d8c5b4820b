import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { createPool } from '../platform/database/database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pooler: Awaited<ReturnType<typeof openFakePooler>>;
beforeEach(async () => {
  database = await createTestDatabase();
  pooler = await openFakePooler(database.url);
});
afterEach(async () => {
  pooler.server.close();
  await database.drop();
});

const open = (env: Record<string, string>) => {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: pooler.url, ...env });
  return openDatabase(config, async () => pooler.url, { say: () => {}, announce: () => {}, undo: () => {} });
};

it('ROLE=all does not start with the address of a pooler alone', async () => {
  await expect(open({})).rejects.toThrow(/^A connection pooler answers .* set DATABASE_DIRECT_URL/);
});

it('timeouts apply through a pooler that rejects startup parameters', async () => {
  // The database role does not have the timeouts yet.
  await expect(open({ ROLE: 'web' })).rejects.toThrow('statement_timeout is 0 ms instead of 5000');
  await open({ ROLE: 'migrate', DATABASE_DIRECT_URL: database.url });
  const opened = await open({ ROLE: 'web' });
  expect(opened).toEqual({ databaseUrl: pooler.url, directUrl: pooler.url, isPooled: true });

  const pool = createPool({ url: pooler.url, max: 1, onError: () => {}, isPooled: true });
  expect((await pool.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '2s' }]);
  await pool.end();
  expect(pooler.greetings.at(-1)).toContain('application_name');
  expect(pooler.greetings.filter((greeting) => greeting.includes('_timeout'))).toEqual([]);
});

it('ROLE=web does not start behind a pooler without prepared statements', async () => {
  await open({ ROLE: 'migrate', DATABASE_DIRECT_URL: database.url });
  pooler.isForgetful = true;
  await expect(open({ ROLE: 'web' })).rejects.toThrow(/does not keep prepared statements.*max_prepared_statements/);
});

const PROTOCOL_3 = 3 << 16;
const STARTUP_ID = Buffer.from('K\0\0\0\x0c');

/**
 * A proxy that looks like a pooler: it reports a backend id of its own. If it is forgetful, it runs a prepared statement on a
 * connection where it was not prepared.
 */
async function openFakePooler(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const fakePooler = { isForgetful: false, greetings: [] as string[] };
  const server: Server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    near.on('data', (bytes: Buffer) => {
      if (bytes.length > 8 && bytes.readInt32BE(4) === PROTOCOL_3) fakePooler.greetings.push(bytes.toString('latin1'));
      const isBind = bytes[0] === 'B'.charCodeAt(0);
      const known = fakePooler.isForgetful && isBind ? bytes.indexOf('probe\0') : -1;
      if (known >= 0) bytes.write('other', known);
      far.write(bytes);
    });
    far.on('data', (bytes: Buffer) => {
      const id = bytes.indexOf(STARTUP_ID);
      if (id >= 0) bytes.writeInt32BE(7, id + STARTUP_ID.length);
      near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fakePooler, { url: url.href, server });
}
