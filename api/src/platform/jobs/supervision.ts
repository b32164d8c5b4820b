import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { LaneRunner } from './lane-runner.ts';
import type { HeldJobs } from './worker-heartbeat.ts';

const RESTART_DELAY_MS = 1_000;

/** `stop` and `restart` wait for the running jobs. */
export type SupervisedLane = { heldJobs(): HeldJobs; restart(): Promise<void>; stop(): Promise<void> };

/**
 * Restarts a lane after every failure until it is stopped. A lost database ends graphile-worker, and the unhandled
 * rejection would end the process.
 */
export async function supervise(
  start: (previous?: LaneRunner) => Promise<LaneRunner>,
  log: Log,
): Promise<SupervisedLane> {
  const stopping = new AbortController();
  let runner = await start();
  // A runner that has already ended rejects `stop`.
  const stopRunner = () => runner.stop().catch(() => undefined);
  const restartUntilStarted = async () => {
    while (!stopping.signal.aborted) {
      const again = await start(runner).catch(() => undefined);
      if (again) {
        runner = again;
        // A stop during the start has stopped only the old runner.
        if (stopping.signal.aborted) await stopRunner();
        return;
      }
      await pause(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const keepRunning = async () => {
    while (!stopping.signal.aborted) {
      await runner.ended.catch((error) => log.warn({ err: error }, 'the worker ended and is started again'));
      await restartUntilStarted();
    }
  };
  const supervision = keepRunning();
  return {
    heldJobs: () => runner,
    restart: stopRunner,
    async stop() {
      stopping.abort();
      await stopRunner();
      await supervision;
    },
  };
}
