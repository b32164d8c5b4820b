import { setTimeout as pause } from 'node:timers/promises';
import { type Program, type RunningProgram, run } from './running-program.ts';

export type Service = {
  name: string;
  /** Restarts like an operator: stops it, waits, starts it and waits until it is ready. */
  restart(): Promise<void>;
  /** Sends `kill -9`. Resolves when the service is ready again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type ServiceOptions = {
  name: string;
  program: Program;
  isReady: () => Promise<boolean>;
  stopSignal?: NodeJS.Signals;
};

const RESTART_DELAY_MS = 500;
const POLL_INTERVAL_MS = 50;
const LONGEST_START_MS = 60_000;
// Longer than a drain plus open requests, like `terminationGracePeriodSeconds`.
const LONGEST_STOP_MS = 45_000;

/** Runs a program and restarts it after each end, like systemd or a container engine. */
export async function openService({
  name,
  program,
  isReady,
  stopSignal = 'SIGTERM',
}: ServiceOptions): Promise<Service> {
  let isWanted = true;
  let current: RunningProgram = run(program);
  const supervision = (async () => {
    for (;;) {
      await current.ended;
      if (isWanted) await pause(RESTART_DELAY_MS);
      if (!isWanted) return;
      current = run(program);
    }
  })();
  const untilReady = async () => {
    for (const since = performance.now(); !(await isReady().catch(() => false)); await pause(POLL_INTERVAL_MS))
      if (performance.now() - since > LONGEST_START_MS)
        throw new Error(`${name} did not start: see ${program.logFile}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const { ended, kill } = current;
    kill(signal);
    const killTimer = setTimeout(() => kill('SIGKILL'), LONGEST_STOP_MS);
    await ended;
    clearTimeout(killTimer);
  };
  const stop = async () => {
    isWanted = false;
    if (!current.hasEnded()) await end(stopSignal);
    await supervision;
  };
  try {
    await untilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    name,
    restart: () => end(stopSignal).then(untilReady),
    kill: () => end('SIGKILL').then(untilReady),
    stop,
  };
}

/** Waits until the server answers 200. */
export const answers = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
