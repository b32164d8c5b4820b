/** The results of the buyers in one kind of phase. */
export type PhaseFigures = {
  name: string;
  requests: number;
  failures: Map<string, number>;
  /** The duration of each good answer in milliseconds. */
  answeredMs: number[];
  /** The time from the first try of a step to its success. */
  longestWaitMs: number;
  /** The longest time without a successful write of any buyer. */
  longestStandstillMs: number;
  from: Date;
  to: Date;
};

export type Kind = 'read' | 'write';
export type Attempts = ReturnType<typeof recordAttempts>;

/** Counts the answers of all buyers for the phase in which they arrive. */
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
