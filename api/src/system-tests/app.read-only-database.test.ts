import { expect, it, vi } from 'vitest';
import { openAdminPort } from '../platform/http/admin-port.ts';
import { readMetrics } from '../testing/checks/read-metrics.ts';
import { shareTestShop } from '../testing/share-test-shop.ts';
import { administer } from '../testing/test-database.ts';

/** Simulates an old primary after a failover: it accepts connections but no writes. */
const shop = shareTestShop({ LOG_LEVEL: 'silent' });

async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const url = new URL(shop.config.DATABASE_URL ?? '');
  const name = url.pathname.slice(1);
  await administer(process.env.TEST_DATABASE_URL ?? '', async (client) => {
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
    // A server that becomes a replica closes its connections.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}

it('a read-only server is not used, /readyz says so, and it is used again later', async () => {
  const port = await openAdminPort(shop, { host: '127.0.0.1', port: 0, say: () => {} });
  const readiness = async () => (await fetch(`${shop.url}/readyz`)).status;
  const isUp = async () => (await readMetrics(port.url ?? ''))('database_up');
  expect([await readiness(), await isUp()]).toEqual([200, 1]);

  await setReadOnly('on');
  await vi.waitFor(async () => expect(await readiness()).toBe(503), 10_000);
  expect(await isUp()).toBe(0);
  const answer = await shop.visitor().call('listProducts');
  expect([answer.status, answer.body.code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
  expect(answer.headers.get('retry-after')).toBe('5');

  await setReadOnly('off');
  await vi.waitFor(async () => expect(await readiness()).toBe(200), 10_000);
  expect((await shop.visitor().call('listProducts')).status).toBe(200);
  await port.close();
});
