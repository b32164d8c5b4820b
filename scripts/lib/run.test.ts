import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { waitForOutput } from '@shop/api/testing/checks/wait-for-output';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

let folder: string;
let script: string;
/** A script that starts a shop after a message on its fourth pipe, like `npm start` after its build. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-run-'));
  script = join(folder, 'script.mjs');
  const shop = join(folder, 'shop.mjs');
  await writeFile(
    shop,
    `process.on('SIGHUP', () => console.log('hung up'));
     setInterval(() => {}, 1_000);
     console.log('open', process.pid);`,
  );
  await writeFile(
    script,
    `import { createReadStream } from 'node:fs';
     import { runUntilStopped } from ${JSON.stringify(join(import.meta.dirname, 'run.mjs'))};
     const pipe = createReadStream('', { fd: 3 }).once('data', async () => {
       pipe.destroy();
       process.exitCode = await runUntilStopped(${JSON.stringify(shop)}, []);
     });
     console.log('building');`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Script = { process: ChildProcess; goOn(): void; said: () => string };

async function start(command: string, ...args: string[]): Promise<Script> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  onTestFinished(() => {
    const shop = /open (\d+)/.exec(said)?.[1];
    if (shop) process.kill(Number(shop), 'SIGKILL');
  });
  await waitForOutput(child, 'building');
  return { process: child, goOn: () => (child.stdio[3] as Writable).write('built'), said: () => said };
}

it('SIGHUP is passed on to the shop', async () => {
  const { process: child, goOn } = await start(process.execPath, script);
  const isOpen = waitForOutput(child, 'open');
  const isHungUp = waitForOutput(child, 'hung up');
  goOn();
  await isOpen;
  child.kill('SIGHUP');
  await isHungUp;
});

it('no shop starts after its parent was stopped', async () => {
  const { process: shell, goOn, said } = await start('sh', '-c', '"$0" "$1"; exit', process.execPath, script);
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  const spoken = once(shell.stdout ?? shell, 'data');
  const closed = once(shell, 'close');
  goOn();
  await Promise.race([spoken, closed]);
  expect(said()).toBe('building\n');
});
