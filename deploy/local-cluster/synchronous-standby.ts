import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresNode } from './postgres-node.ts';

const POLL_INTERVAL_MS = 250;

/**
 * A commit waits for the replica while there is one (synchronous mode of Patroni, preferred durability of CloudNativePG). Otherwise a
 * failover could lose acknowledged orders. Without a replica commits do not wait, so that the shop continues.
 */
export function keepSynchronous(primary: () => PostgresNode): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      // The node is away or is being promoted. The next check decides.
      await adjust(primary()).catch(() => undefined);
      await pause(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
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
  const [found] = await primary.query<{ streams: boolean; waits: boolean }>(
    `select exists (select from pg_stat_replication where state = 'streaming') as streams,
       current_setting('synchronous_standby_names') <> '' as waits where not pg_is_in_recovery()`,
  );
  if (found && found.streams !== found.waits) await waitFor(primary, found.streams ? '*' : '');
}

/** Sets whether commits wait for a replica. */
export async function waitFor(node: PostgresNode, names: '*' | ''): Promise<void> {
  await node.query(`alter system set synchronous_standby_names = '${names}'`);
  await node.query('select pg_reload_conf()');
}
