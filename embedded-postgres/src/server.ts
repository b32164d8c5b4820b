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

/** The times of the stronger signals. A frozen server reacts only to the last one, and recovers at its next start. */
const IMPATIENCE = [
  { signal: 'SIGQUIT', afterMs: 30_000 },
  { signal: 'SIGKILL', afterMs: 35_000 },
] as const;
const RESTART_PAUSE_MS = { first: 100, longest: 5_000 };
const PORT_ATTEMPTS = 5;

/** Settings of test clusters. */
const THROWN_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  // Tests open dozens of connections, and hashing the password would double the time of each.
  scram_iterations: 1,
  // Shared memory lies in the data folder and goes with it. Segments of a killed server would stay in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
};

/** Starts PostgreSQL and restarts it on the same port, so that clients lose it only for a moment. */
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
      // Another process may take the port before PostgreSQL binds it.
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
      // A file instead of a pipe: PostgreSQL must outlive a killed server.
      stdio: ['ignore', logFile.fd, logFile.fd],
      // Not in the terminal's process group: Ctrl-C reaches only our server, which stops the database after draining.
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
    // The application logs failed statements itself, without the personal data that PostgreSQL would quote.
    log_min_messages: 'log',
    ...(!durable && THROWN_AWAY),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataPathFor(clusterDir, account), ...flags];
}

/** Waits for the end of crash recovery as long as the process lives. */
async function waitUntilReady(child: ChildProcess, options: ServerOptions): Promise<void> {
  for (let attempt = 1; !(await isReady(child, options)); attempt += 1) {
    if (hasExited(child)) throw new StartupError(`PostgreSQL did not start: ${await lastWords(options)}`);
    if (attempt % 500 === 0) options.log('Still waiting for PostgreSQL to become ready.');
    await delay(10);
  }
}

/** Line 1 of PostgreSQL's lock file is its process id, line 8 its state. pg_ctl reads them too. */
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
