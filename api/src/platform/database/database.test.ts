import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createPool, isDatabaseUnavailable } from './database.ts';

it.each([
  ['role', { username: randomUUID() }],
  ['database', { pathname: `/${randomUUID()}` }],
])('counts the database as unavailable while its %s is missing', async (_, change) => {
  const address = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), change);
  const pool = createPool({ url: address.href, max: 1, onError: () => undefined });
  expect(await pool.query('select 1').catch(isDatabaseUnavailable)).toBe(true);
  await pool.end();
});

it('reports a lost connection, but not after the pool is closed', async () => {
  const onError = vi.fn();
  const pool = createPool({ url: process.env.TEST_DATABASE_URL ?? '', max: 1, onError });
  const client = await pool.connect();
  client.emit('error', new Error('lost'));
  expect(onError).toHaveBeenCalledOnce();
  client.release();
  await pool.end();
  client.emit('error', new Error('terminating connection due to administrator command'));
  expect(onError).toHaveBeenCalledOnce();
});

it('rejects a bigint that does not fit into a number', async () => {
  const pool = createPool({ url: process.env.TEST_DATABASE_URL ?? '', max: 1, onError: () => undefined });
  await expect(pool.query("select '9007199254740993'::bigint")).rejects.toThrow('bigint out of range');
  expect((await pool.query('select 6::bigint as n')).rows).toEqual([{ n: 6 }]);
  await pool.end();
});
