import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ALLOCATOR, SERVER_FLAGS } from '../scripts/lib/built-server.mjs';

const ROOT = join(import.meta.dirname, '..');

type Environment = Record<string, string>;

/** Runs a TypeScript file, relative to this repository or absolute, and waits for its first output. */
export const startProcess = (file: string, env: Environment): Promise<ChildProcess> =>
  startNode(['--import', 'tsx', resolve(ROOT, file)], env);

/** The built server of the container image. `scripts/commands/bench.mjs` builds it. */
export const startBuiltServer = (env: Environment): Promise<ChildProcess> =>
  startNode([...SERVER_FLAGS, join(ROOT, 'start/dist/server.js')], { ...ALLOCATOR, ...env });

async function startNode(args: string[], env: Environment): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${args.at(-1)} ended at once`);
  return child;
}
