import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOrCreateSecret } from './data-dir-secrets.ts';

// As on exFAT or a network share, none of which can be mounted here.
const secondNames = vi.hoisted(() => ({ areRefused: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const files = await importOriginal<typeof import('node:fs/promises')>();
  const refusal = () => Promise.reject(Object.assign(new Error('operation not permitted'), { code: 'EPERM' }));
  const link: typeof files.link = (from, to) => (secondNames.areRefused ? refusal() : files.link(from, to));
  return { ...files, link };
});

let dataDir: string;
beforeEach(async () => {
  secondNames.areRefused = false;
  dataDir = await mkdtemp(join(tmpdir(), 'shop-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

// Far longer than any, so that writing it takes long enough to be seen half-way.
const LENGTH = 2_000_000;

it('is one and whole for all who start at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const starts = Array.from({ length: 8 }, (_, start) =>
      readOrCreateSecret(dataDir, `secret-${round}`, () => `${start}`.repeat(LENGTH)),
    );
    const secrets = await Promise.all(starts);
    expect(secrets.map(({ length }) => length)).toEqual(secrets.map(() => LENGTH));
    expect(new Set(secrets).size).toBe(1);
  }
});

it.each([false, true])(
  'is kept, for its owner alone, and nothing beside it (second names refused: %s)',
  async (areRefused) => {
    secondNames.areRefused = areRefused;
    expect(await readOrCreateSecret(dataDir, 'secret', () => 'first')).toBe('first');
    expect(await readOrCreateSecret(dataDir, 'secret', () => 'second')).toBe('first');
    expect(await readdir(join(dataDir, 'secrets'))).toEqual(['secret']);
    expect((await stat(join(dataDir, 'secrets/secret'))).mode & 0o777).toBe(0o600);
  },
);

it('is one for all where no file has a second name', async () => {
  secondNames.areRefused = true;
  const starts = Array.from({ length: 8 }, (_, start) => readOrCreateSecret(dataDir, 'secret', () => `${start}`));
  const secrets = new Set((await Promise.all(starts)).filter((secret) => secret !== ''));
  expect(secrets.size).toBe(1);
});
