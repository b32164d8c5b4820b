import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

type Stopping = {
  stop: (signal: StopSignal) => Promise<void>;
  /** Whether a signal asks for that now; each does, unless told otherwise. */
  isMeant?: (signal: StopSignal) => boolean;
};

/** Stops at the first signal that asks for it, also while the process is still starting; answers whether one has. */
export function onStopSignal({ stop, isMeant = () => true }: Stopping): () => boolean {
  let isTold = false;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (isTold || !isMeant(signal)) return;
      isTold = true;
      void stop(signal);
    });
  return () => isTold;
}

/** Of a process that was stopped before it had done what it was started for: what the signal itself would have left. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
