/** What one kind of phase looked like to the buyers. */
export type PhaseFigures = {
  name: string;
  requests: number;
  failures: Map<string, number>;
  /** Milliseconds of every answer that was good. */
  answeredMs: number[];
  /** How long a buyer wanted something until it was done, repetitions included. */
  longestWaitMs: number;
  /** The longest time in which nothing that anybody wrote succeeded. */
  longestStandstillMs: number;
  from: Date;
  to: Date;
};

export type Kind = 'read' | 'write';
export type Attempts = ReturnType<typeof recordAttempts>;

/** Counts what all buyers do, under the name of the phase that goes on when an answer comes. */
export function recordAttempts() {
  const phases: PhaseFigures[] = [];
  let current: PhaseFigures | undefined;
  let lastWriteAt = performance.now();

  const standstill = () => {
    if (current) current.longestStandstillMs = Math.max(current.longestStandstillMs, performance.now() - lastWriteAt);
  };
  return {
    phases,
    begin(name: string): void {
      const now = new Date();
      standstill();
      lastWriteAt = performance.now();
      if (current) current.to = now;
      const figures = { requests: 0, failures: new Map(), answeredMs: [], longestWaitMs: 0, longestStandstillMs: 0 };
      current = { name, ...figures, from: now, to: now };
      phases.push(current);
    },
    end(): void {
      standstill();
      if (current) current.to = new Date();
      current = undefined;
    },
    answered(kind: Kind, ms: number): void {
      if (kind === 'write') {
        standstill();
        lastWriteAt = performance.now();
      }
      if (!current) return;
      current.requests += 1;
      current.answeredMs.push(ms);
    },
    failed(reason: string): void {
      if (!current) return;
      current.requests += 1;
      current.failures.set(reason, (current.failures.get(reason) ?? 0) + 1);
    },
    waited(ms: number): void {
      if (current) current.longestWaitMs = Math.max(current.longestWaitMs, ms);
    },
  };
}
