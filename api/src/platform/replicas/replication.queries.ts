import type pg from 'pg';
import { ask } from '../database/query-pipeline.ts';

/** How far a server has come in the history of a cluster, which begins anew when a replica becomes the primary. */
export type Position = { history: string; bytes: number };

/**
 * Of the primary. What was committed before this is asked lies behind us, also what is not on the disk yet
 * (`synchronous_commit = off`). A page of the log begins with a header of up to 40 bytes, which nobody replays by itself:
 * what ends with the page before is replayed when that is.
 */
export async function findPosition(primary: Pick<pg.Pool, 'query'>): Promise<Position> {
  const { rows } = await primary.query<Position>({
    name: 'primary-position',
    text: `select bytes - case when bytes % page <= 40 then bytes % page else 0 end as bytes,
      system_identifier || ' ' || left(pg_walfile_name(lsn), 8) as history
      from pg_control_system(), pg_current_wal_insert_lsn() as lsn,
        lateral (select (lsn - '0/0')::bigint as bytes, current_setting('wal_block_size')::int as page) as place`,
  });
  return only(rows);
}

/**
 * What a replica has replayed: whatever it is asked after this shows at least that. The history is that of its last
 * restart point, so for some minutes after a failover no replica is taken to follow the new primary.
 */
export async function findReplayed(replica: pg.PoolClient): Promise<Position> {
  const { rows } = await ask<Position & { isReplica: boolean }>(replica, {
    name: 'replica-position',
    values: [],
    text: `select pg_is_in_recovery() as "isReplica", (pg_last_wal_replay_lsn() - '0/0')::bigint as bytes,
      system_identifier || ' ' || lpad(upper(to_hex(timeline_id)), 8, '0') as history
      from pg_control_system(), pg_control_checkpoint()`,
  });
  const { isReplica, ...position } = only(rows);
  if (!isReplica) throw new NoReplica('this server is no replica');
  return position;
}

/** DATABASE_REPLICA_URL leads to a primary: perhaps this one has become one. */
class NoReplica extends Error {}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('a server did not say how far it has come');
  return row;
}
