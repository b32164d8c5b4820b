import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { StartupError } from '../startup-error.ts';
import { type AdminPort, openAdminPort } from './admin-port.ts';

let shop: TestShop;
let port: AdminPort;
let said: string[];
beforeAll(async () => {
  shop = await openTestShop();
});
afterEach(() => port.close());
afterAll(() => shop.close());

const open = async (choice: Partial<Parameters<typeof openAdminPort>[1]>) => {
  said = [];
  port = await openAdminPort(shop, { host: '127.0.0.1', port: 0, say: (line) => said.push(line), ...choice });
  return port.url ?? '';
};

it('the admin port serves the metrics of the public port and the health routes', async () => {
  const url = await open({});
  await shop.visitor().call('listProducts');
  const reply = await fetch(`${url}/metrics`);
  expect(reply.headers.get('content-type')).toContain('text/plain');
  expect(await reply.text()).toMatch(
    /http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/products"[^}]*\} [1-9]/,
  );
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/products`)).status).toBe(404);
});

it('the public port has no /metrics', async () => {
  await open({});
  expect(await shop.visitor().fetch('/metrics')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('ADMIN_PORT=off opens no port', async () => {
  await open({ port: 'off' });
  expect([port.url, said]).toEqual([undefined, []]);
});

it('a taken default port is a warning; a taken configured port stops the start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const taken = (other.address() as AddressInfo).port;
  await open({ port: undefined, fallback: taken });
  expect(port.url).toBeUndefined();
  expect(said).toEqual([expect.stringContaining(`Port ${taken} is already in use`)]);

  const refusal = await openAdminPort(shop, { host: '127.0.0.1', port: taken, say: () => {} }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(refusal.message).toBe(
    `Port ${taken} is already in use. Stop what uses it, or choose another with ADMIN_PORT.`,
  );
  other.close();
});

it('a wrong ADMIN_HOST stops the start with a sentence that names it', async () => {
  await open({ port: 'off' });
  const refusal = await openAdminPort(shop, { host: '192.0.2.1', port: 0, say: () => {} }).catch((error) => error);
  expect(refusal).toBeInstanceOf(StartupError);
  expect(refusal.message).toMatch(/^The metrics cannot be shown on 192\.0\.2\.1: .*ADMIN_HOST\.$/);
});
