import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from './chromium.mjs';

let folder: string;
const pathOf = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-chromium-'));
  await writeFile(pathOf('chromium'), '', { mode: 0o755 });
  await writeFile(pathOf('chromium-headless-shell'), '', { mode: 0o644 });
});
afterAll(() => rm(folder, { recursive: true }));

const findOnArm = (env: NodeJS.ProcessEnv) => findChromium({ platform: 'linux', arch: 'arm64', env });

test('CHROMIUM_PATH wins over installed browsers', () => {
  expect(findOnArm({ CHROMIUM_PATH: '/opt/mine', PATH: folder })).toBe('/opt/mine');
});

test('Linux on x64 uses the browser of the npm package', () => {
  expect(findChromium({ platform: 'linux', arch: 'x64', env: { PATH: folder } })).toBeUndefined();
});

test('machines other than Linux on x64 use an installed, executable browser', () => {
  expect(findOnArm({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(pathOf('chromium'));
});

test('a machine without a browser gets instructions', () => {
  expect(() => findOnArm({ PATH: '/nowhere' })).toThrow(/linux on arm64.*chromium-headless-shell.*CHROMIUM_PATH/);
});
