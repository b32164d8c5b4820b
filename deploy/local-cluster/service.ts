import { setTimeout as pause } from 'node:timers/promises';
import { type Program, type RunningProgram, run } from './running-program.ts';

export type Service = {
  name: string;
  /** As an operator does: told to stop, waited for, started, waited for until it is ready. */
  restart(): Promise<void>;
  /** As nobody should: `kill -9`. Resolves when it is ready again. */
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
const LOOK_AGAIN_MS = 50;
const LONGEST_START_MS = 60_000;
// More than a drain and the requests under way may take, as `terminationGracePeriodSeconds` is.
const LONGEST_STOP_MS = 45_000;

/** Runs a program and, like systemd or a container engine, starts it again whenever it ends. */
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
    for (const since = performance.now(); !(await isReady().catch(() => false)); await pause(LOOK_AGAIN_MS))
      if (performance.now() - since > LONGEST_START_MS)
        throw new Error(`${name} did not start: see ${program.logFile}`);
  };
  const end = async (signal: NodeJS.Signals) => {
    const { ended, tell } = current;
    tell(signal);
    const impatience = setTimeout(() => tell('SIGKILL'), LONGEST_STOP_MS);
    await ended;
    clearTimeout(impatience);
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

/** Of a server that answers 200 once it is ready. */
export const answers = (url: string) => async (): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
