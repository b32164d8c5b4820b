import { Kysely } from 'kysely';
import type { Database, Tables } from '../../tables.ts';
import { type Pool, sendingThrough } from '../database/database.ts';
import { type Send, sendingBy } from '../database/direct-executor.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Behind, openReplica } from './replica.ts';
import { measureReplicas } from './replica-metrics.ts';
import { findPosition } from './replication.queries.ts';
import { createMarks } from './wal-positions.ts';

type ReplicasOptions = {
  urls: readonly string[];
  primary: Pool;
  maxLagMs: number;
  timeoutFactor: number;
  log: Log;
  metrics: Metrics;
};

/** Rows that go together, from wherever they may be read, and by how much they may be older than their reading. */
export type Source = { db: Database; behindMs(): number };

export type Replicas = ReturnType<typeof openReplicas>;

const LOOK_EVERY_MS = 1_000;

/** Where reads go that need not see what was written this moment; to the primary, as long as no replica will do (decision 0043). */
export function openReplicas({ urls, primary, maxLagMs, timeoutFactor, log, metrics }: ReplicasOptions) {
  // Not the shop's clock: how old something is does not change when that is set.
  const now = () => performance.now();
  const marks = createMarks({ ask: () => findPosition(primary), keptMs: maxLagMs, now });
  const replicas = urls.map((url) => {
    const replica = openReplica({
      url,
      max: primary.options.max,
      timeoutFactor,
      marks,
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
  const askPrimary = sendingThrough(primary);

  let turn = 0;
  const choose = () => {
    const usable = replicas.filter(({ standing }) => standing.isUsable);
    turn += 1;
    return usable[turn % usable.length];
  };

  /** By which replica it was read, and as of when; the primary answers what none can. */
  const readFrom =
    (note: (moment: number) => void): Send =>
    async (query) => {
      if (choose()) await marks.renew();
      const replica = choose();
      if (!replica) {
        count.fallback('away');
        return askPrimary(query);
      }
      try {
        const { result, moment } = await replica.read(query);
        note(moment);
        count.read(replica.name);
        return result;
      } catch (error) {
        count.fallback(error instanceof Behind ? 'behind' : 'failed');
        return askPrimary(query);
      }
    };

  async function look(): Promise<void> {
    await marks.renew();
    await Promise.all(replicas.map((replica) => replica.look()));
  }
  let looking: Promise<void> | undefined;
  const lookAgain = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  };
  const timer = setInterval(lookAgain, LOOK_EVERY_MS).unref();
  lookAgain();

  return {
    begin(): Source {
      const startedAt = now();
      let behindMs = 0;
      const send = readFrom((moment) => {
        behindMs = Math.max(behindMs, startedAt - moment);
      });
      return { db: new Kysely<Tables>(sendingBy(send)), behindMs: () => behindMs };
    },

    /** Somebody was told that something is saved: whoever has not replayed it is not asked. */
    noteChange: () => marks.noteChange(),

    async close(): Promise<void> {
      clearInterval(timer);
      await looking;
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
