import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

type StopOptions = {
  stop: (signal: StopSignal) => Promise<void>;
  /** Whether a signal asks for that now; each does, unless told otherwise. */
  shouldStop?: (signal: StopSignal) => boolean;
};

/** Stops at the first signal that asks for it, also while the process is still starting; answers whether one has. */
export function onStopSignal({ stop, shouldStop = () => true }: StopOptions): () => boolean {
  let isStopping = false;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isStopping || !shouldStop(signal)) return;
      isStopping = true;
      void stop(signal);
    });
  return () => isStopping;
}

/** Of a process that was stopped before it had done what it was started for: what the signal itself would have left. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
