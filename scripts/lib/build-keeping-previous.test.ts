import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildKeepingPrevious } from './build-keeping-previous.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-build-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const MINUTE_MS = 60_000;
const asset = (name: string) => join(folder, 'assets', name);
const setModifiedAt = (path: string, ms: number) => utimes(path, new Date(ms), new Date(ms));
const setBuildBegunAt = (ms: number) => setModifiedAt(join(folder, '.build-begun'), ms);
const assets = async () => (await readdir(join(folder, 'assets'))).sort();

it('a build keeps the files of the previous build and no older ones', async () => {
  await writeFile(asset('unknown.js'), '');
  await setModifiedAt(asset('unknown.js'), Date.now() - MINUTE_MS);
  await buildKeepingPrevious(folder, () => writeFile(asset('first.js'), ''));
  expect(await assets()).toEqual(['first.js']);
  await setBuildBegunAt(Date.now() - 3 * MINUTE_MS);
  await setModifiedAt(asset('first.js'), Date.now() - 2 * MINUTE_MS);

  await buildKeepingPrevious(folder, () => writeFile(asset('second.js'), ''));
  expect(await assets()).toEqual(['first.js', 'second.js']);
  await setBuildBegunAt(Date.now() - MINUTE_MS);

  await buildKeepingPrevious(folder, () => writeFile(asset('third.js'), ''));
  expect(await assets()).toEqual(['second.js', 'third.js']);
});

it('a failed build removes nothing', async () => {
  await buildKeepingPrevious(folder, () => writeFile(asset('first.js'), ''));
  const failedBuild = buildKeepingPrevious(folder, () => Promise.reject(new Error('no')));
  await expect(failedBuild).rejects.toThrow('no');
  expect(await assets()).toEqual(['first.js']);
});
