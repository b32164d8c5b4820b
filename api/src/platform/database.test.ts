import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
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
