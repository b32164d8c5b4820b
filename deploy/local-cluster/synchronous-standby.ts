import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresNode } from './postgres-node.ts';

const LOOK_AGAIN_MS = 250;

/**
 * A commit waits for the replica while there is one, and for nobody when it is away: what Patroni calls synchronous mode
 * and CloudNativePG preferred durability. Without the first a failover could lose acknowledged orders, without the second
 * the shop would stand still with its replica.
 */
export function keepSynchronous(primary: () => PostgresNode): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      // Away or taking over: the next look will tell.
      await adjust(primary()).catch(() => undefined);
      await pause(LOOK_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return work;
    },
  };
}

async function adjust(primary: PostgresNode): Promise<void> {
  const [found] = await primary.ask<{ streams: boolean; waits: boolean }>(
    `select exists (select from pg_stat_replication where state = 'streaming') as streams,
       current_setting('synchronous_standby_names') <> '' as waits where not pg_is_in_recovery()`,
  );
  if (found && found.streams !== found.waits) await waitFor(primary, found.streams ? '*' : '');
}

/** Whom commits wait for: any replica, or none. */
export async function waitFor(node: PostgresNode, names: '*' | ''): Promise<void> {
  await node.ask(`alter system set synchronous_standby_names = '${names}'`);
  await node.ask('select pg_reload_conf()');
}
