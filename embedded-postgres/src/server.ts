import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import { dataPathFor, POSTGRES_ENVIRONMENT } from './cluster.ts';
import { clearLeftovers } from './leftovers.ts';
import { sharedBuffersMb } from './shared-buffers.ts';
import { StartupError } from './startup-error.ts';

interface ServerOptions {
  home: string;
  clusterDir: string;
  postgres: string;
  account: Account | undefined;
  durable: boolean;
  log: (line: string) => void;
}

interface SupervisedServer {
  port: number;
  stop(): Promise<void>;
}

/** When it is told more firmly: one that is frozen takes notice of nothing but the last, after which the log is read again. */
const IMPATIENCE = [
  { signal: 'SIGQUIT', afterMs: 30_000 },
  { signal: 'SIGKILL', afterMs: 35_000 },
] as const;
const RESTART_PAUSE_MS = { first: 100, longest: 5_000 };
const PORT_ATTEMPTS = 5;

/** For clusters of tests. */
const THROWN_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  // A test opens dozens of connections, and each took as long again for the hash of its password.
  scram_iterations: 1,
  // In the data folder, with which it goes: what a killed server has in /dev/shm stays there.
  dynamic_shared_memory_type: 'mmap',
};

/** Starts PostgreSQL and keeps it running on the same port, so that clients only ever see it away for a moment. */
export async function superviseServer(options: ServerOptions): Promise<SupervisedServer> {
  await rename(logPath(options), `${logPath(options)}.previous`).catch(() => undefined);
  const { child, port } = await startOnFreePort(options);
  const giveUp = new AbortController();
  const supervision = keepRunning(child, () => start(options, port), giveUp.signal, options.log);
  return {
    port,
    async stop() {
      giveUp.abort();
      await supervision;
    },
  };
}

async function startOnFreePort(options: ServerOptions): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    try {
      return { child: await start(options, port), port };
    } catch (error) {
      // Somebody else may take the port between our finding it and PostgreSQL's binding it.
      const isPortTaken = (error as Error).message.includes('could not create any TCP/IP sockets');
      if (!isPortTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function start(options: ServerOptions, port: number): Promise<ChildProcess> {
  await clearLeftovers(options.clusterDir, options.log);
  const child = await launch(options, port);
  await waitUntilReady(child, options);
  return child;
}

async function keepRunning(
  first: ChildProcess,
  restart: () => Promise<ChildProcess>,
  giveUp: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  let child = first;
  while (!giveUp.aborted) {
    await untilExit(child, giveUp);
    if (giveUp.aborted) break;
    log('PostgreSQL ended unexpectedly and is being started again.');
    child = (await startAgain(restart, giveUp, log)) ?? child;
  }
  await shutDown(child);
}

async function startAgain(
  restart: () => Promise<ChildProcess>,
  giveUp: AbortSignal,
  log: (line: string) => void,
): Promise<ChildProcess | undefined> {
  for (let pauseMs = RESTART_PAUSE_MS.first; !giveUp.aborted; pauseMs *= 2) {
    try {
      const child = await restart();
      log('PostgreSQL is running again.');
      return child;
    } catch (error) {
      log((error as Error).message);
      await delay(Math.min(pauseMs, RESTART_PAUSE_MS.longest), undefined, { signal: giveUp }).catch(() => undefined);
    }
  }
  return undefined;
}

async function launch(options: ServerOptions, port: number): Promise<ChildProcess> {
  const logFile = await open(logPath(options), 'a', 0o600);
  try {
    const child = spawn(options.postgres, serverArguments(options, port), {
      ...options.account,
      cwd: options.clusterDir,
      env: POSTGRES_ENVIRONMENT,
      // A file and not a pipe: PostgreSQL must be able to outlive a server that is killed.
      stdio: ['ignore', logFile.fd, logFile.fd],
      // Out of the terminal's process group: Ctrl-C reaches our server alone, which stops the database when it has drained.
      detached: true,
    });
    await once(child, 'spawn').catch((error: Error) => {
      throw new StartupError(`PostgreSQL could not be started: ${error.message}.`);
    });
    return child;
  } finally {
    await logFile.close();
  }
}

function serverArguments({ clusterDir, account, durable }: ServerOptions, port: number): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedBuffersMb(totalmem())}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The application reports failed statements itself, without the personal data that PostgreSQL would quote.
    log_min_messages: 'log',
    ...(!durable && THROWN_AWAY),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataPathFor(clusterDir, account), ...flags];
}

/** Waits through crash recovery, however long it takes, as long as the process lives. */
async function waitUntilReady(child: ChildProcess, options: ServerOptions): Promise<void> {
  for (let attempt = 1; !(await isReady(child, options)); attempt += 1) {
    if (hasExited(child)) throw new StartupError(`PostgreSQL did not start: ${await lastWords(options)}`);
    if (attempt % 500 === 0) options.log('Still waiting for PostgreSQL to become ready.');
    await delay(10);
  }
}

/** The first line of PostgreSQL's lock file is its process id, the eighth its state: pg_ctl reads the same. */
async function isReady(child: ChildProcess, { clusterDir }: ServerOptions): Promise<boolean> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
}

async function untilExit(child: ChildProcess, giveUp: AbortSignal): Promise<void> {
  if (!hasExited(child)) await once(child, 'exit', { signal: giveUp }).catch(() => undefined);
}

async function shutDown(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  const timers = IMPATIENCE.map(({ signal, afterMs }) => setTimeout(() => child.kill(signal), afterMs));
  await exit;
  for (const timer of timers) clearTimeout(timer);
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function logPath({ home }: ServerOptions): string {
  return join(home, 'server.log');
}

async function lastWords(options: ServerOptions): Promise<string> {
  const lines = (await readFile(logPath(options), 'utf8').catch(() => '')).trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
