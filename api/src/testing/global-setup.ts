import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import { migrate } from '../platform/migrations/migrate.ts';
import { administer, dropDatabase } from './test-database.ts';

/**
 * One PostgreSQL for all tests: the operator's (DATABASE_URL) or an embedded one in a temporary folder. Tests clone
 * the migrated template, so each file has a database of its own and leaves nothing behind.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? undefined : await startTemporaryServer();
  const url = process.env.DATABASE_URL ?? server?.url ?? '';
  // Two runs may share the operator's server.
  const name = `test_template_${randomUUID().replaceAll('-', '')}`;
  const template = new URL(url);
  template.pathname = `/${name}`;
  await administer(url, (client) => client.query(`create database ${name}`));
  await migrate(template.href);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_DATABASE_TEMPLATE = name;
  return () => (server ? server.stop() : dropDatabase(url, name));
}

async function startTemporaryServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
