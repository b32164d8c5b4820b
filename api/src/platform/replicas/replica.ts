import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { createPool, databaseErrorCode, isDatabaseUnavailable, type PoolOptions } from '../database/database.ts';
import { send } from '../database/planned-once.ts';
import { findReplayed, type Position } from './replication.queries.ts';
import type { Freshness, WalPositions } from './wal-positions.ts';

/** The data of the replica may be older than its limit, or may miss the last change. */
export class ReplicaBehind extends Error {}

export type Replica = ReturnType<typeof openReplica>;

/** `lagMs` is NaN while it is unknown. */
export type ReplicaState = { isUsable: boolean; lagMs: number };

type ReplicaOptions = Pick<PoolOptions, 'url' | 'max' | 'timeoutFactor'> & {
  positions: WalPositions;
  maxLagMs: number;
  now: () => number;
  /** Called when the replica becomes usable or unusable. */
  onChange: (isUsable: boolean, reason?: unknown) => void;
};

// After a failure the primary is asked too: a visitor must not wait for two full timeouts.
const TIMEOUT_SHARE = 0.25;

// Errors of statements that timed out or that WAL replay cancelled. Other statements may still succeed.
const STATEMENT_ONLY_CODES = new Set(['57014', '40001']);

/** Whether other statements would fail on this replica too. An invalid statement, for example, says nothing about it. */
const isReplicaFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? isDatabaseUnavailable(error) && !STATEMENT_ONLY_CODES.has(databaseErrorCode(error) ?? '')
    : !(error instanceof ReplicaBehind);

/** A failed or late read makes the replica unusable; only a later `check` makes it usable again. */
export function openReplica({ url, max, timeoutFactor = 1, positions, maxLagMs, now, onChange }: ReplicaOptions) {
  const pool = createPool({
    url,
    max,
    timeoutFactor: timeoutFactor * TIMEOUT_SHARE,
    isReplica: true,
    onError: () => {},
  });
  const state: ReplicaState = { isUsable: false, lagMs: Number.NaN };
  const { host } = new URL(url);

  function setUsable(isUsable: boolean, reason?: unknown): void {
    if (state.isUsable !== isUsable) onChange(isUsable, reason);
    state.isUsable = isUsable;
  }

  /** Throws `ReplicaBehind` if the data may be older than the limit. */
  function freshnessWithinLimit(position: Position): Freshness {
    const freshness = positions.freshnessOf(position);
    state.lagMs = freshness ? now() - freshness.asOf : Number.NaN;
    if (freshness && state.lagMs <= maxLagMs) return freshness;
    const error = new ReplicaBehind('the replica is behind its limit');
    setUsable(false, error);
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
    state,

    /** Position and rows come over one connection, because several servers may stand behind the address. */
    async read(query: CompiledQuery): Promise<{ result: pg.QueryResult; asOf: number }> {
      try {
        const [position, result] = await connected((client) =>
          Promise.all([findReplayed(client), send(client, query)]),
        );
        const { asOf, includesLastChange } = freshnessWithinLimit(position);
        // The replica stays usable: it replays the change within moments.
        if (!includesLastChange) throw new ReplicaBehind('the replica has not replayed the last change');
        return { result, asOf };
      } catch (error) {
        if (isReplicaFailure(error)) setUsable(false, error);
        throw error;
      }
    },

    async check(): Promise<void> {
      try {
        freshnessWithinLimit(await connected(findReplayed));
        setUsable(true);
      } catch (error) {
        if (error instanceof ReplicaBehind) return;
        state.lagMs = Number.NaN;
        setUsable(false, error);
      }
    },

    close: () => pool.end(),
  };
}
