import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const LOGS = `
  const { createLog } = await import(process.argv[1]);
  const { openLogDestination } = await import(process.argv[2]);
  const log = createLog('info', openLogDestination('/dev/full'));
  log.info('a line');
  process.stdin.once('data', () => {
    log.info('another line');
    process.stdout.write('goes on', () => process.exit());
  });`;

it.skipIf(process.platform !== 'linux')('a full disk neither ends the process nor keeps it from exiting', async () => {
  const modules = ['./log.ts', './log-destination.ts'].map((module) => import.meta.resolve(module));
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', LOGS, ...modules];
  const child = spawn(process.execPath, args);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said, ended] = [text(child.stdout), once(child, 'exit')];
  const [complaint] = await once(child.stderr, 'data');
  expect(String(complaint)).toMatch(/^The log cannot be written, .* no space left on device/);
  child.stdin.write('\n');
  expect(await ended).toEqual([0, null]);
  expect(await said).toBe('goes on');
});
