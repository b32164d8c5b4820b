import { mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, chownTo } from '../../embedded-postgres/src/account.ts';
import { openPostgresNode, type PostgresNode } from './postgres-node.ts';
import { keepSynchronous, waitFor } from './synchronous-standby.ts';

export type DatabasePair = {
  /** The address of the current primary: a socket link that moves with it, like the address of a service. */
  url: string;
  /** The same address as folder and port. */
  address: { host: string; port: number };
  /** The address of each node by its own port. */
  nodeUrls: string[];
  restartPrimary(): Promise<void>;
  /** Kills the primary and promotes the replica. The old primary comes back as its replica. */
  failOver(): Promise<void>;
  rejoin(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { folder: string; bin: string; account: Account | undefined; password: string; ports: [number, number] };

const ADDRESS_PORT = 5432;
const POLL_INTERVAL_MS = 50;

export async function openDatabasePair({ folder, bin, account, password, ports }: Options): Promise<DatabasePair> {
  const openNode = async (name: string, port: number) => {
    const home = join(folder, name);
    await mkdir(home, { recursive: true });
    return openPostgresNode({ name, folder: home, port, bin, password, account });
  };
  let primary = await openNode('postgres-a', ports[0]);
  let replica = await openNode('postgres-b', ports[1]);
  const address = join(folder, 'primary');
  await mkdir(address);
  await chownTo(account, address);

  /** Replaces the link atomically, so that it always leads to a node. */
  const leadTo = async ({ socket }: PostgresNode) => {
    const draft = join(address, 'next');
    await symlink(socket, draft);
    await rename(draft, join(address, `.s.PGSQL.${ADDRESS_PORT}`));
  };
  const untilReplicated = async () => {
    const streaming = "select 1 from pg_stat_replication where state = 'streaming'";
    while ((await primary.query(streaming)).length === 0) await pause(POLL_INTERVAL_MS);
  };

  await primary.initialise();
  await primary.start();
  await primary.query(`create role shop login password '${password}'`);
  await primary.query('create database shop owner shop');
  await replica.follow(primary);
  await replica.start();
  await untilReplicated();
  await leadTo(primary);
  const synchrony = keepSynchronous(() => primary);

  return {
    url: `postgres://shop:${password}@localhost:${ADDRESS_PORT}/shop?host=${encodeURIComponent(address)}`,
    address: { host: address, port: ADDRESS_PORT },
    nodeUrls: [primary, replica].map(({ port }) => `postgres://shop:${password}@127.0.0.1:${port}/shop`),
    async restartPrimary() {
      await primary.stop('fast');
      await primary.start();
    },
    async failOver() {
      await primary.stop('immediate');
      // The new primary copied the setting, but has no replica to wait for.
      await waitFor(replica, '');
      await replica.query('select pg_promote()');
      [primary, replica] = [replica, primary];
      await leadTo(primary);
    },
    async rejoin() {
      await replica.follow(primary);
      await replica.start();
      await untilReplicated();
    },
    stopReplica: () => replica.stop('fast'),
    async startReplica() {
      await replica.start();
      await untilReplicated();
    },
    async stop() {
      await synchrony.stop();
      // A primary waits at its stop until the replica has all WAL, so it stops first.
      await primary.stop('fast');
      await replica.stop('fast');
    },
  };
}
