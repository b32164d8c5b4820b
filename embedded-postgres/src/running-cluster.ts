import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { copyTree } from './copy-tree.ts';
import { reasonOf, StartupError } from './startup-error.ts';

/** Connects as superuser to the PostgreSQL that runs on this data folder, if there is one. */
export async function connectToRunning(dataDir: string): Promise<pg.Client | undefined> {
  const lines = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8').catch(() => '');
  const port = Number(lines[3]);
  if (!port) return undefined;
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' });
  // Without a listener, the end of that PostgreSQL would end this process. The next query fails instead.
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

/** The address of database `shop` with role `shop`. */
export const urlOfShop = (port: number, password: string): string =>
  `postgres://shop:${password}@127.0.0.1:${port}/shop`;

/** The address of the shop's database on this data folder, if PostgreSQL runs there. */
export async function findRunning(dataDir: string): Promise<string | undefined> {
  const client = await connectToRunning(dataDir);
  await client?.end();
  return client && urlOfShop(client.port, client.password ?? '');
}

/** PostgreSQL fills these folders at its start. The WAL is copied last, and only its needed part. */
const EMPTIED = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const TRANSIENT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
const CONTROL = 'global/pg_control';
const SEGMENT = /^[\dA-F]{24}$/;

type Start = { segment: string };
type Stop = { segment: string; labelfile: string };

/**
 * Copies a running cluster with `pg_backup_start` and `pg_backup_stop`: the files in any state, and the WAL of the time of the copy,
 * from which the copy recovers at its start. It then holds everything that was committed when the copying ended.
 */
export async function copyRunningCluster(client: pg.Client, clusterDir: string, copy: string): Promise<void> {
  const slot = `backup_${process.pid}`;
  // Keeps the WAL from being recycled during the copy. The slot ends with the connection.
  await ask(client, 'select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const start = await ask<Start>(client, `select pg_walfile_name(pg_backup_start('backup', fast => true)) as segment`);
  await copyTree(clusterDir, copy, {
    leaveOut: (path) => EMPTIED.test(path) || TRANSIENT.test(basename(path)) || path === CONTROL,
  });
  await copyFile(join(clusterDir, CONTROL), join(copy, CONTROL));
  const stop = await ask<Stop>(
    client,
    'select pg_walfile_name(lsn) as segment, labelfile from pg_backup_stop(wait_for_archive => false)',
  );
  const [first, last] = [start.rows[0], stop.rows[0]];
  if (!first || !last) throw new Error('PostgreSQL did not say where the backup begins and ends');
  await copyTree(join(clusterDir, 'pg_wal'), join(copy, 'pg_wal'), {
    leaveOut: (name) => !SEGMENT.test(name) || name < first.segment || name > last.segment,
  });
  // Fails if the slot is gone, because a part of the WAL may be missing.
  await ask(client, 'select pg_drop_replication_slot($1)', [slot]);
  await writeFile(join(copy, 'backup_label'), last.labelfile, { mode: 0o600 });
}

/** The shop that owns this PostgreSQL may stop at any moment. */
const ask = <Row extends pg.QueryResultRow>(client: pg.Client, text: string, values: string[] = []) =>
  client.query<Row>(text, values).catch((error) => {
    throw new StartupError(`PostgreSQL failed during the backup: ${reasonOf(error)}. Make the backup again.`);
  });
