import type { Position } from './replication.queries.ts';

type DatedPosition = Position & { at: number; generation: number };

/**
 * How fresh the data of a server is: it has everything that was committed before `asOf`, and with `includesLastChange` also
 * the last change that `recordChange` was called for.
 */
export type Freshness = { asOf: number; includesLastChange: boolean };

// At most one query to the primary in this time; all readings within it share its answer.
const REFRESH_EVERY_MS = 100;

export type WalPositions = ReturnType<typeof createWalPositions>;

type Options = { findPosition: () => Promise<Position>; keepMs: number; now: () => number };

/**
 * Remembers which position in the write-ahead log (WAL) the primary had at which time. A server that has replayed one of these
 * positions has everything that was committed before that time, so its data is at most that old.
 */
export function createWalPositions({ findPosition, keepMs, now }: Options) {
  let newestFirst: DatedPosition[] = [];
  let generation = 0;
  let refreshing: Promise<void> | undefined;

  async function addPosition(): Promise<void> {
    // Read before the query: its answer may miss a change that is committed during the query.
    const asked = { at: now(), generation };
    const position = await findPosition();
    newestFirst = [{ ...asked, ...position }, ...newestFirst.filter(({ at }) => asked.at - at <= keepMs)];
  }

  return {
    /** Asks the primary for its position, unless a recent one is known. If the primary does not answer, nothing is added. */
    async refresh(): Promise<void> {
      const [newest] = newestFirst;
      if (newest?.generation === generation && now() - newest.at < REFRESH_EVERY_MS) return;
      refreshing ??= addPosition()
        .catch(() => {})
        .finally(() => {
          refreshing = undefined;
        });
      await refreshing;
    },

    /** Undefined if no known position proves how fresh a server at this position is. */
    freshnessOf({ history, bytes }: Position): Freshness | undefined {
      const replayed = newestFirst.find((known) => known.history === history && known.bytes <= bytes);
      return replayed && { asOf: replayed.at, includesLastChange: replayed.generation === generation };
    },

    /** Only positions that are asked for after this call prove that a server has the change. */
    recordChange(): void {
      generation += 1;
    },
  };
}
