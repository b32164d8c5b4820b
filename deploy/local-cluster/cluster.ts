import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newVaultKey } from '../../api/src/platform/vault.ts';
import { reservePort } from '../../api/src/testing/servers/reserved-port.ts';
import { chooseAccount, chownTo } from '../../embedded-postgres/src/account.ts';
import { type DatabasePair, openDatabasePair } from './database-pair.ts';
import { openPooler, type Pooler } from './pooler.ts';
import { findPrograms } from './programs.ts';
import { openProxy } from './proxy.ts';
import type { Service } from './service.ts';
import { migrate, openWeb, openWorker, type ShopSettings } from './shop-services.ts';

export type Cluster = {
  url: string;
  folder: string;
  database: DatabasePair;
  pooler: Pooler | undefined;
  webs: [Service, Service];
  worker: Service;
  /** The configuration of its processes, for opening the same shop beside them. */
  settings: ShopSettings;
  stop(): Promise<void>;
};

type Options = {
  pooled: boolean;
  smtpUrl: string;
  say: (line: string) => void;
  settings?: ShopSettings;
  port?: number;
};

/** Starts nginx, two webs, a worker, optionally PgBouncer, and PostgreSQL with a replica as processes of this machine. */
export async function openCluster({ pooled, smtpUrl, say, port, ...options }: Options): Promise<Cluster> {
  const programs = findPrograms({ pooled });
  const folder = await mkdtemp(join(tmpdir(), 'shop-cluster-'));
  const account = await chooseAccount([]);
  await chownTo(account, folder);
  // Other accounts connect to sockets in this folder.
  await chmod(folder, 0o711);
  const password = randomBytes(24).toString('hex');
  const ports = await Promise.all(Array.from({ length: 6 }, reservePort));
  const [first, second, poolerPort, webPort, otherWebPort, adminPort] = ports as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const publicPort = port ?? (await reservePort());
  const url = `http://localhost:${publicPort}`;
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
    await rm(folder, { recursive: true, force: true });
  };
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    stops.push(part.stop);
    return part;
  };
  try {
    say('PostgreSQL and its replica…');
    const database = keep(
      await openDatabasePair({ folder, bin: programs.postgres, account, password, ports: [first, second] }),
    );
    const { pgbouncer } = programs;
    if (pgbouncer) say('PgBouncer…');
    const pooler = pgbouncer
      ? keep(await openPooler({ folder, command: pgbouncer, account, port: poolerPort, password, database }))
      : undefined;
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: url,
      TRUST_PROXY: 'on',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: pooler?.url ?? database.url,
      DATABASE_DIRECT_URL: database.url,
      // Both nodes are given as replicas. Each reports whether it is one at the moment.
      DATABASE_REPLICA_URL: database.nodeUrls.join(','),
      PAYMENT_PROVIDER: 'sandbox',
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'no-reply@shop.example',
      SUPPORT_EMAIL: 'support@shop.example',
      VAULT_KEYS: newVaultKey('k1'),
      LOG_LEVEL: 'warn',
      ...options.settings,
    };
    const place = { folder, settings };
    say('Migrations…');
    await migrate(place);
    say('Two webs and a worker…');
    const webs: [Service, Service] = [
      keep(await openWeb(place, 'web-1', webPort)),
      keep(await openWeb(place, 'web-2', otherWebPort)),
    ];
    const worker = keep(await openWorker(place, 'worker', adminPort));
    keep(
      await openProxy({
        folder,
        command: programs.nginx,
        account,
        port: publicPort,
        webPorts: [webPort, otherWebPort],
      }),
    );
    return { url, folder, database, pooler, webs, worker, settings, stop };
  } catch (error) {
    // The folder stays, because the error names a log in it.
    for (const each of stops.toReversed()) await each();
    throw error;
  }
}
