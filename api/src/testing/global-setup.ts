import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@shop/embedded-postgres/start';
import pg from 'pg';
import { migrate } from '../platform/migrations.ts';

const TEMPLATE = 'shop_test_template';

/**
 * One PostgreSQL for all tests: the operator's (DATABASE_URL) or an embedded one in a temporary folder. Tests clone
 * the migrated template, so each file has a database of its own and leaves nothing behind.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = process.env.DATABASE_URL ? undefined : await startTemporaryServer();
  const url = process.env.DATABASE_URL ?? server?.url ?? '';
  const template = new URL(url);
  template.pathname = `/${TEMPLATE}`;
  await recreateTemplate(url);
  await migrate(template.href);
  process.env.TEST_DATABASE_URL = url;
  process.env.TEST_DATABASE_TEMPLATE = TEMPLATE;
  return async () => server?.stop();
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

async function recreateTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE}`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
}
