import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

type StopOptions = {
  stop: (signal: StopSignal) => Promise<void>;
  /** True if this signal stops the process now. By default every signal does. */
  shouldStop?: (signal: StopSignal) => boolean;
};

/** Calls `stop` at the first stop signal, also during the start. Returns a function that tells whether one has come. */
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

/** The shell's exit code for a process that a signal ended. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal];
