import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import { migrate } from '../platform/migrations/migrate.ts';
import { administer, dropDatabase } from './test-database.ts';

/**
 * One PostgreSQL server for all tests: DATABASE_URL, or an embedded server in a temporary folder. Each test file clones the
 * migrated template database and drops its clone at the end.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? undefined : await startTemporaryServer();
  const url = process.env.DATABASE_URL ?? server?.url ?? '';
  // The name is unique, because two test runs may share the server of DATABASE_URL.
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
