import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderBusy, ProviderRefusal, ProviderUnavailable } from './payment-provider.ts';
import { callProvider } from './provider-http.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const [, status, content] = (url ?? '').split('/');
    response.writeHead(Number(status)).end(decodeURIComponent(content ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const errorOf = (code: string) => JSON.stringify({ error: { code, description: 'The id provided does not exist' } });
const BAD_REQUEST = errorOf('BAD_REQUEST_ERROR');
const PAGE = '<html><body>Under maintenance</body></html>';

// If these answers counted as refusals, a paid order would be cancelled as unpaid and a refund given up as impossible.
it.each([
  [400, BAD_REQUEST, ProviderRefusal],
  [404, BAD_REQUEST, ProviderRefusal],
  [400, errorOf('GATEWAY_ERROR'), ProviderUnavailable],
  [400, errorOf('SERVER_ERROR'), ProviderUnavailable],
  [400, '{}', ProviderUnavailable],
  [401, BAD_REQUEST, ProviderUnavailable],
  [403, BAD_REQUEST, ProviderUnavailable],
  [409, BAD_REQUEST, ProviderUnavailable],
  [429, BAD_REQUEST, ProviderBusy],
  [429, PAGE, ProviderBusy],
  [500, BAD_REQUEST, ProviderUnavailable],
  [200, PAGE, ProviderUnavailable],
  [302, PAGE, ProviderUnavailable],
  [400, PAGE, ProviderUnavailable],
  [404, PAGE, ProviderUnavailable],
])('%i %s counts as a refusal only if it is about the call', async (status, content, meaning) => {
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/${status}/${encodeURIComponent(content)}`);
  await expect(callProvider({ method: 'GET', url, headers: {}, timeoutMs: 30_000 })).rejects.toBeInstanceOf(meaning);
});
