import { Counter, type Registry } from '@prometheus-io/client';
import { measureState } from '../telemetry/state-gauges.ts';
import type { Replica, ReplicaState } from './replica.ts';

const MS_A_SECOND = 1_000;

const FALLBACKS = ['away', 'behind', 'failed'] as const;
type Fallback = (typeof FALLBACKS)[number];

/** Counts reads from replicas, and reads that the primary answered instead. */
export function measureReplicas(registry: Registry, replicas: readonly Pick<Replica, 'name' | 'state'>[]) {
  const byName = (value: (state: ReplicaState) => number) =>
    Object.fromEntries(replicas.map(({ name, state }) => [name, value(state)]));
  measureState(registry, {
    gauges: {
      database_replica_up: 'Whether this process reads from the replica: 1, or 0 while it is away or behind its limit',
      database_replica_lag_seconds: 'How far behind it was when somebody last looked; no number when that is unknown',
    },
    label: 'replica',
    read: async () => ({
      database_replica_up: byName(({ isUsable }) => Number(isUsable)),
      database_replica_lag_seconds: byName(({ lagMs }) => lagMs / MS_A_SECOND),
    }),
  });
  const counter = (name: string, help: string, label: string) => {
    registry.removeSingleMetric(name);
    return new Counter({ name, help, labelNames: [label], registers: [registry] });
  };
  const reads = counter('database_replica_reads_total', 'Statements that a replica answered', 'replica');
  const fallbacks = counter(
    'database_replica_fallbacks_total',
    'Statements that the primary answered, because no replica was up, or it was behind, or it failed',
    'reason',
  );
  for (const { name } of replicas) reads.inc({ replica: name }, 0);
  for (const reason of FALLBACKS) fallbacks.inc({ reason }, 0);
  return {
    read: (replica: string) => reads.inc({ replica }),
    fallback: (reason: Fallback) => fallbacks.inc({ reason }),
  };
}
