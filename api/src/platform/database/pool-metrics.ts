import type { Registry } from '@prometheus-io/client';
import type pg from 'pg';
import { measureState } from '../telemetry/state-gauges.ts';
import { REFUSE_READ_ONLY } from './read-only-server.ts';

/** Metrics of the connection pool, and whether the database answers. */
export function measurePool(registry: Registry, pool: pg.Pool): void {
  // Registered before the gauges that query the database, or the scrape would count its own waiting connections.
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
