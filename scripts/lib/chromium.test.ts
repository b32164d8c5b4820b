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

test('the browser that is named is taken, wherever the machine has others', () => {
  expect(onArm({ CHROMIUM_PATH: '/opt/mine', PATH: folder })).toBe('/opt/mine');
});

test('Linux on x64 has the one that npm brings', () => {
  expect(chromiumOfMachine({ platform: 'linux', arch: 'x64', env: { PATH: folder } })).toBeUndefined();
});

test('another machine takes what is installed and can be run', () => {
  expect(onArm({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(at('chromium'));
});

test('without any, the way to one is told', () => {
  expect(() => onArm({ PATH: '/nowhere' })).toThrow(/linux on arm64.*chromium-headless-shell.*CHROMIUM_PATH/);
});
