import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { createPool, databaseErrorCode, isDatabaseUnavailable, type PoolOptions } from '../database/database.ts';
import { send } from '../database/planned-once.ts';
import type { Answer } from '../database/query-pipeline.ts';
import { findReplayed, type Position } from './replication.queries.ts';
import type { Marks, Shown } from './wal-positions.ts';

/** What it says may be older than it must be. */
export class Behind extends Error {}

export type Replica = ReturnType<typeof openReplica>;

type ReplicaOptions = Pick<PoolOptions, 'url' | 'max' | 'timeoutFactor'> & {
  marks: Marks;
  maxLagMs: number;
  now: () => number;
  /** Told when it is left alone, and when it is used again. */
  onChange: (isUsable: boolean, reason?: unknown) => void;
};

// The primary is asked afterwards, and nobody should wait for both as long as for one.
const PATIENCE = 0.25;

// A statement that took too long, or stood in the way of what was to be replayed: another may be answered.
const ONLY_THIS_STATEMENT = new Set(['57014', '40001']);

/** Whether others would fail as well: not for a statement that nobody could answer, such as one with broken text. */
const isOfServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? isDatabaseUnavailable(error) && !ONLY_THIS_STATEMENT.has(databaseErrorCode(error) ?? '')
    : !(error instanceof Behind);

/** Usable is one that was up to date when somebody last looked; whoever finds it otherwise leaves it alone until then. */
export function openReplica({ url, max, timeoutFactor = 1, marks, maxLagMs, now, onChange }: ReplicaOptions) {
  const pool = createPool({
    url,
    max,
    timeoutFactor: timeoutFactor * PATIENCE,
    isReplica: true,
    onError: () => {},
  });
  const standing = { isUsable: false, lagMs: Number.NaN };
  const { host } = new URL(url);

  function judge(isUsable: boolean, reason?: unknown): void {
    if (standing.isUsable !== isUsable) onChange(isUsable, reason);
    standing.isUsable = isUsable;
  }

  /** What a server with this position shows, within its limit. */
  function shownBy(position: Position): Shown {
    const shown = marks.shownBy(position);
    standing.lagMs = shown ? now() - shown.moment : Number.NaN;
    if (shown && standing.lagMs <= maxLagMs) return shown;
    const error = new Behind('the replica is behind its limit');
    judge(false, error);
    throw error;
  }

  async function connected<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isLost = false;
    try {
      return await work(client);
    } catch (error) {
      isLost = !(error instanceof pg.DatabaseError);
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  return {
    name: host,
    standing,

    /** Both are sent at once over one connection: whichever server is behind the address speaks for itself. */
    async read(query: CompiledQuery): Promise<{ result: Answer; moment: number }> {
      try {
        const [position, result] = await connected((client) =>
          Promise.all([findReplayed(client), send(client, query)]),
        );
        const { moment, isAfterChange } = shownBy(position);
        // A moment later it will have replayed that too.
        if (!isAfterChange) throw new Behind('the replica has not replayed the last change');
        return { result, moment };
      } catch (error) {
        if (isOfServer(error)) judge(false, error);
        throw error;
      }
    },

    async look(): Promise<void> {
      try {
        shownBy(await connected(findReplayed));
        judge(true);
      } catch (error) {
        if (error instanceof Behind) return;
        standing.lagMs = Number.NaN;
        judge(false, error);
      }
    },

    close: () => pool.end(),
  };
}
