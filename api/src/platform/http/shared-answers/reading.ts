import type { Database } from '../../../tables.ts';
import type { Source } from '../../replicas/replicas.ts';
import type { SharedValues } from './shared-values.ts';

/** What an answer is made of: rows, and values that may have been made for another answer. */
export type Reading = { db: Database; share: <T>(key: string, make: () => Promise<T>) => Promise<T> };

type Parts = {
  now: () => number;
  values: SharedValues;
  begin: () => Source;
  /** By how much rows may be behind without being counted as older. */
  excusedMs: number;
};

/** Begins the reading for one answer; `asOf` is the moment since which something of it may have become untrue. */
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
