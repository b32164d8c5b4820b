import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupError } from './startup-error.ts';

/** The signals in order: fast shutdown, immediate shutdown (crash recovery follows), kill. */
const ESCALATION = [
  { signal: 'SIGINT', patienceMs: 20_000 },
  { signal: 'SIGQUIT', patienceMs: 2_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/**
 * Ends processes that an earlier server left running on this cluster, and removes the lock file of a crash. The caller must hold
 * the lock of the data folder, so that nobody else uses the cluster.
 *
 * PostgreSQL's own check only asks whether the recorded process id exists, which may be another process after a reboot or in a
 * container. We look for a process named postgres with this folder as working directory. On Linux this also finds backends
 * that outlived their postmaster. On Windows only PostgreSQL's check applies.
 */
export async function clearLeftovers(clusterDir: string, log: (line: string) => void): Promise<void> {
  if (process.platform === 'win32') return;
  const pidFile = join(clusterDir, 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  for (const { signal, patienceMs } of ESCALATION) {
    const running = await processesIn(clusterDir);
    if (running.length === 0) break;
    const isWhole = running.includes(postmaster);
    // For a backend without postmaster SIGINT only cancels the query.
    if (signal === 'SIGINT' && !isWhole) continue;
    log(`Stopping what is left of an earlier PostgreSQL (process ${isWhole ? postmaster : running.join(', ')}).`);
    for (const pid of signal === 'SIGINT' ? [postmaster] : running) sendSignal(pid, signal);
    await waitUntilGone(clusterDir, patienceMs);
  }
  if ((await processesIn(clusterDir)).length > 0) {
    throw new StartupError(`What is left of an earlier PostgreSQL on ${clusterDir} does not stop.`);
  }
  await rm(pidFile, { force: true });
}

async function waitUntilGone(clusterDir: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && (await processesIn(clusterDir)).length > 0) await delay(50);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function processesIn(clusterDir: string): Promise<number[]> {
  return process.platform === 'linux' ? processesByFolder(clusterDir) : processesByArgument(clusterDir);
}

async function processesByFolder(clusterDir: string): Promise<number[]> {
  const cluster = await stat(clusterDir);
  const candidates = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const matches = await Promise.all(
    candidates.map(async (pid) => {
      try {
        if ((await readFile(`/proc/${pid}/comm`, 'utf8')).trim() !== 'postgres') return false;
        const folder = await stat(`/proc/${pid}/cwd`);
        return folder.dev === cluster.dev && folder.ino === cluster.ino;
      } catch {
        return false; // It ended meanwhile, or it belongs to another account and cannot use our cluster.
      }
    }),
  );
  return candidates.filter((_, index) => matches[index]).map(Number);
}

async function processesByArgument(clusterDir: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${clusterDir} `))
    .map((line) => Number.parseInt(line, 10));
}
