import { Kysely } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { type Pool, sendThroughPool } from '../database/database.ts';
import { kyselyOptions, type Send } from '../database/direct-executor.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { openReplica, ReplicaBehind } from './replica.ts';
import { measureReplicas } from './replica-metrics.ts';
import { findPosition } from './replication.queries.ts';
import { createWalPositions } from './wal-positions.ts';

type ReplicasOptions = {
  urls: readonly string[];
  primary: Pool;
  maxLagMs: number;
  timeoutFactor: number;
  log: Log;
  metrics: Metrics;
};

/** A handle for the queries of one answer, and how much older than its begin the rows they have read may be. */
export type Source = { db: Database; behindMs(): number };

export type Replicas = ReturnType<typeof openReplicas>;

const CHECK_EVERY_MS = 1_000;

/** Reads that may be slightly old go to replicas, and to the primary while no replica is usable (decision 0043). */
export function openReplicas({ urls, primary, maxLagMs, timeoutFactor, log, metrics }: ReplicasOptions) {
  // A monotonic clock: ages must not change when somebody sets the clock.
  const now = () => performance.now();
  const positions = createWalPositions({ findPosition: () => findPosition(primary), keepMs: maxLagMs, now });
  const replicas = urls.map((url) => {
    const replica = openReplica({
      url,
      max: primary.options.max,
      timeoutFactor,
      positions,
      maxLagMs,
      now,
      onChange: (isUsable, reason) =>
        isUsable
          ? log.info({ replica: replica.name }, 'a replica is read from')
          : log.warn({ replica: replica.name, err: reason }, 'a replica is left alone until it is found well'),
    });
    return replica;
  });
  const count = measureReplicas(metrics.registry, replicas);
  const askPrimary = sendThroughPool(primary);

  let nextReplica = 0;
  const choose = () => {
    const usable = replicas.filter(({ state }) => state.isUsable);
    nextReplica += 1;
    return usable[nextReplica % usable.length];
  };

  /** Tells `note` as of when a replica answered. The primary answers what no replica can. */
  const readFrom =
    (note: (asOf: number) => void): Send =>
    async (query) => {
      if (choose()) await positions.refresh();
      const replica = choose();
      if (!replica) {
        count.fallback('away');
        return askPrimary(query);
      }
      try {
        const { result, asOf } = await replica.read(query);
        note(asOf);
        count.read(replica.name);
        return result;
      } catch (error) {
        count.fallback(error instanceof ReplicaBehind ? 'behind' : 'failed');
        return askPrimary(query);
      }
    };

  async function checkAll(): Promise<void> {
    await positions.refresh();
    await Promise.all(replicas.map((replica) => replica.check()));
  }
  let checking: Promise<void> | undefined;
  const startCheck = () => {
    checking ??= checkAll().finally(() => {
      checking = undefined;
    });
  };
  const timer = setInterval(startCheck, CHECK_EVERY_MS).unref();
  startCheck();

  return {
    begin(): Source {
      const startedAt = now();
      let behindMs = 0;
      const send = readFrom((asOf) => {
        behindMs = Math.max(behindMs, startedAt - asOf);
      });
      return { db: new Kysely<Tables>(kyselyOptions(send)), behindMs: () => behindMs };
    },

    /** After a confirmed change: from now on only replicas that have replayed it are read from. */
    recordChange: () => positions.recordChange(),

    async close(): Promise<void> {
      clearInterval(timer);
      await checking;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
