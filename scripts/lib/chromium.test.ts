import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumOfMachine } from './chromium.mjs';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-chromium-'));
  await writeFile(at('chromium'), '', { mode: 0o755 });
  await writeFile(at('chromium-headless-shell'), '', { mode: 0o644 });
});
afterAll(() => rm(folder, { recursive: true }));

const onArm = (env: NodeJS.ProcessEnv) => chromiumOfMachine({ platform: 'linux', arch: 'arm64', env });

test('CHROMIUM_PATH wins over installed browsers', () => {
  expect(onArm({ CHROMIUM_PATH: '/opt/mine', PATH: folder })).toBe('/opt/mine');
});

test('Linux on x64 uses the browser of the npm package', () => {
  expect(chromiumOfMachine({ platform: 'linux', arch: 'x64', env: { PATH: folder } })).toBeUndefined();
});

test('other machines use an installed browser that can run', () => {
  expect(onArm({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(at('chromium'));
});

test('a machine without a browser gets instructions', () => {
  expect(() => onArm({ PATH: '/nowhere' })).toThrow(/linux on arm64.*chromium-headless-shell.*CHROMIUM_PATH/);
});
