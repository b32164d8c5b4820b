import type { Database } from '../../../tables.ts';
import type { Source } from '../../replicas/replicas.ts';
import type { SharedValues } from './shared-values.ts';

/** The sources of an answer: a database, and values that several answers share. */
export type Reading = { db: Database; share: <T>(key: string, make: () => Promise<T>) => Promise<T> };

type Parts = {
  now: () => number;
  values: SharedValues;
  begin: () => Source;
  /** A replica may be this far behind without making the answer older. */
  excusedMs: number;
};

/** Starts the reading for one answer. `asOf()` is the moment since which the answer may be outdated. */
export const createReadings =
  ({ now, values, begin, excusedMs }: Parts) =>
  (): { reading: Reading; asOf(): number } => {
    const startedAt = now();
    const { db, behindMs } = begin();
    let oldest = startedAt;
    const asOf = () => Math.min(oldest, startedAt - Math.max(0, behindMs() - excusedMs));
    const share: Reading['share'] = async (key, make) => {
      const shared = await values.get(key, async () => ({ value: await make(), asOf: asOf() }));
      oldest = Math.min(oldest, shared.asOf);
      return shared.value;
    };
    return { reading: { db, share }, asOf };
  };

export type BeginReading = ReturnType<typeof createReadings>;
