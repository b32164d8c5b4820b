import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createPool, isDatabaseUnavailable } from './database.ts';

it.each([
  ['its role, whose password is being changed', { username: randomUUID() }],
  ['the database, which is being put in the place of another', { pathname: `/${randomUUID()}` }],
])('counts a server as away that does not know %s', async (_, change) => {
  const address = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), change);
  const pool = createPool({ url: address.href, max: 1, onError: () => undefined });
  expect(await pool.query('select 1').catch(isDatabaseUnavailable)).toBe(true);
  await pool.end();
});

it('tells of a connection that is lost, and of none that is lost while it is closed', async () => {
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
