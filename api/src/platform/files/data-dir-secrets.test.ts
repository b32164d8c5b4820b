import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOrCreateSecret } from './data-dir-secrets.ts';

// Simulates exFAT or a network share, which refuse hard links and cannot be mounted in a test.
const hardLinks = vi.hoisted(() => ({ areRefused: false }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const files = await importOriginal<typeof import('node:fs/promises')>();
  const refusal = () => Promise.reject(Object.assign(new Error('operation not permitted'), { code: 'EPERM' }));
  const link: typeof files.link = (from, to) => (hardLinks.areRefused ? refusal() : files.link(from, to));
  return { ...files, link };
});

let dataDir: string;
beforeEach(async () => {
  hardLinks.areRefused = false;
  dataDir = await mkdtemp(join(tmpdir(), 'shop-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

// Much longer than a real secret, so that a half-written file would be noticed.
const LENGTH = 2_000_000;

it('processes that start together read the same complete secret', async () => {
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
  'a secret is created once and readable by its owner only (hard links refused: %s)',
  async (areRefused) => {
    hardLinks.areRefused = areRefused;
    expect(await readOrCreateSecret(dataDir, 'secret', () => 'first')).toBe('first');
    expect(await readOrCreateSecret(dataDir, 'secret', () => 'second')).toBe('first');
    expect(await readdir(join(dataDir, 'secrets'))).toEqual(['secret']);
    expect((await stat(join(dataDir, 'secrets/secret'))).mode & 0o777).toBe(0o600);
  },
);

it('processes share one secret where hard links are refused', async () => {
  hardLinks.areRefused = true;
  const starts = Array.from({ length: 8 }, (_, start) => readOrCreateSecret(dataDir, 'secret', () => `${start}`));
  const secrets = new Set((await Promise.all(starts)).filter((secret) => secret !== ''));
  expect(secrets.size).toBe(1);
});
