import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';
import type { LaneRunner } from './lane-runner.ts';
import type { HeldJobs } from './worker-heartbeat.ts';

const RESTART_DELAY_MS = 1_000;

/** `stop` waits for the jobs under way; so does `renew`, after which it starts again. */
export type SupervisedLane = { heldJobs(): HeldJobs; restart(): Promise<void>; stop(): Promise<void> };

/**
 * Keeps a lane at work until it is stopped. A database that goes away ends graphile-worker, and unheard its end would
 * end the process; it is started again until the database is back.
 */
export async function supervise(
  start: (before?: LaneRunner) => Promise<LaneRunner>,
  log: Log,
): Promise<SupervisedLane> {
  const stopping = new AbortController();
  let runner = await start();
  // It refuses when it has ended by itself already.
  const stopRunner = () => runner.stop().catch(() => undefined);
  const restartUntilStarted = async () => {
    while (!stopping.signal.aborted) {
      const again = await start(runner).catch(() => undefined);
      if (again) {
        runner = again;
        // Asked to stop while it was starting: the one that was stopped then was the old one.
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
  const working = keepRunning();
  return {
    heldJobs: () => runner,
    restart: stopRunner,
    async stop() {
      stopping.abort();
      await stopRunner();
      await working;
    },
  };
}
