import type pg from 'pg';

/**
 * A position in the write-ahead log of one history. A history is a system identifier and a timeline: a new one begins when a
 * replica becomes the primary.
 */
export type Position = { history: string; bytes: number };

/**
 * Everything that was committed before this query lies before the position it answers, including commits that are not on disk
 * yet (`synchronous_commit = off`). A log page begins with a header of up to 40 bytes, which is not replayed on its own: a
 * position inside a header is moved back to the end of the page before, or no idle replica would reach it.
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
 * How far a replica has replayed: statements after this one see at least that much. The timeline is that of its last restart
 * point, so for some minutes after a failover no replica counts as a follower of the new primary.
 */
export async function findReplayed(replica: pg.PoolClient): Promise<Position> {
  const { rows } = await replica.query<Position & { isReplica: boolean }>({
    name: 'replica-position',
    text: `select pg_is_in_recovery() as "isReplica", (pg_last_wal_replay_lsn() - '0/0')::bigint as bytes,
      system_identifier || ' ' || lpad(upper(to_hex(timeline_id)), 8, '0') as history
      from pg_control_system(), pg_control_checkpoint()`,
  });
  const { isReplica, ...position } = only(rows);
  if (!isReplica) throw new NotAReplica('this server is no replica');
  return position;
}

/** DATABASE_REPLICA_URL leads to a primary, for example after a failover. */
class NotAReplica extends Error {}

function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('a server did not say how far it has come');
  return row;
}
