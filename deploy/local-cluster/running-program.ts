import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Account } from '../../embedded-postgres/src/account.ts';

export type Program = {
  command: string;
  args: string[];
  /** The log file of its output. */
  logFile: string;
  env?: Record<string, string>;
  /** PostgreSQL and PgBouncer refuse to run as root. */
  account?: Account | undefined;
  cwd?: string;
};

export type RunningProgram = {
  pid: number;
  ended: Promise<unknown>;
  hasEnded(): boolean;
  kill(signal: NodeJS.Signals): void;
};

const living = new Set<RunningProgram>();
// Every exit of this process also ends its programs.
process.on('exit', () => {
  for (const program of living) program.kill('SIGKILL');
});

export function run({ command, args, logFile, env = {}, account, cwd }: Program): RunningProgram {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    ...account,
    cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...env },
    stdio: ['ignore', log, log],
    // Not in the terminal's process group: Ctrl-C reaches only our process, which stops the programs in order.
    detached: true,
  });
  closeSync(log);
  const program: RunningProgram = {
    pid: child.pid ?? 0,
    ended: Promise.race([once(child, 'exit'), once(child, 'error')]).finally(() => living.delete(program)),
    hasEnded: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
    kill: (signal) => void child.kill(signal),
  };
  child.on('error', (error) => console.error(`${command}: ${error.message}`));
  living.add(program);
  return program;
}
