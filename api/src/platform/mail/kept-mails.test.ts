import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../tables.ts';
import { daysAfter } from '../clock.ts';
import { keptMailRetention } from './kept-mails.ts';

const db = undefined as unknown as Database;
const now = new Date('2031-01-10T00:00:00Z');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-mails-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keep = async (name: string, daysAgo: number) => {
  await writeFile(join(folder, name), 'Subject: your code');
  await utimes(join(folder, name), now, daysAfter(now, -daysAgo));
};

it('mails and unfinished files are removed after seven days, in batches', async () => {
  await keep('old.eml', 8);
  await keep('older.eml', 80);
  await keep('.unfinished', 8);
  await keep('recent.eml', 6);
  const rule = keptMailRetention(folder);
  expect([await rule.forget(db, now, 2), await rule.forget(db, now, 2), await rule.forget(db, now, 2)]).toEqual([
    2, 1, 0,
  ]);
  expect(await readdir(folder)).toEqual(['recent.eml']);
});

it('a missing mail folder has nothing to remove', async () => {
  expect(await keptMailRetention(join(folder, 'nowhere')).forget(db, now, 2)).toBe(0);
});
