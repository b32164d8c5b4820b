import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderRefusal, ProviderUnavailable } from './payment-provider.ts';
import { callProvider } from './provider-http.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(({ url }, response) => response.writeHead(Number(url?.slice(1))).end('{}')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// Taken for a refusal, an order that was paid would be given up as unpaid, and a refund as impossible.
it.each([
  [400, ProviderRefusal],
  [404, ProviderRefusal],
  [401, ProviderUnavailable],
  [403, ProviderUnavailable],
  [409, ProviderUnavailable],
  [429, ProviderUnavailable],
  [500, ProviderUnavailable],
])('%i says what became of the call only where it is about the call', async (status, meaning) => {
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${status}`);
  await expect(callProvider({ method: 'GET', url, headers: {}, timeoutMs: 30_000 })).rejects.toBeInstanceOf(meaning);
});
