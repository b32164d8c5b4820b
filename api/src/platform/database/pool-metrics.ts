import type { Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { measureState } from '../telemetry/state-gauges.ts';
import { REFUSE_READ_ONLY } from './read-only-server.ts';

/** Whether this process reaches its database, and how many wait for one of its connections. */
export function measurePool(registry: Registry, pool: pg.Pool): void {
  // In front of all that asks the database something: who looks is not to be seen waiting.
  measureState(registry, {
    gauges: { database_pool_connections: 'Connections of this process to the database, by what they do' },
    label: 'state',
    read: async () => ({
      database_pool_connections: { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount },
    }),
  });
  measureState(registry, {
    gauges: {
      database_pool_max: 'Connections that this process may open',
      database_pool_waiting: 'Statements of this process that wait for a connection',
    },
    read: async () => ({ database_pool_max: pool.options.max, database_pool_waiting: pool.waitingCount }),
  });
  measureState(registry, {
    gauges: { database_up: 'Whether the database answered this process and takes writes: 1, or 0' },
    read: async () => {
      await pool.query(REFUSE_READ_ONLY);
      return { database_up: 1 };
    },
    fallback: 0,
  });
}
