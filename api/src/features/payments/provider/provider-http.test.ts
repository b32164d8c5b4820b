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
const BODIES = {
  'a request error': errorOf('BAD_REQUEST_ERROR'),
  'a gateway error': errorOf('GATEWAY_ERROR'),
  'a server error': errorOf('SERVER_ERROR'),
  'an empty object': '{}',
  'an HTML page': '<html><body>Under maintenance</body></html>',
};
const ERRORS = { ProviderBusy, ProviderRefusal, ProviderUnavailable };

// If an outage counted as a refusal, a paid order would be cancelled as unpaid and a refund given up as impossible.
it.each([
  [400, 'a request error', 'ProviderRefusal'],
  [404, 'a request error', 'ProviderRefusal'],
  [400, 'a gateway error', 'ProviderUnavailable'],
  [400, 'a server error', 'ProviderUnavailable'],
  [400, 'an empty object', 'ProviderUnavailable'],
  [401, 'a request error', 'ProviderUnavailable'],
  [403, 'a request error', 'ProviderUnavailable'],
  [409, 'a request error', 'ProviderUnavailable'],
  [429, 'a request error', 'ProviderBusy'],
  [429, 'an HTML page', 'ProviderBusy'],
  [500, 'a request error', 'ProviderUnavailable'],
  [200, 'an HTML page', 'ProviderUnavailable'],
  [302, 'an HTML page', 'ProviderUnavailable'],
  [400, 'an HTML page', 'ProviderUnavailable'],
  [404, 'an HTML page', 'ProviderUnavailable'],
] as const)('a reply with status %i and %s throws %s', async (status, body, error) => {
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/${status}/${encodeURIComponent(BODIES[body])}`);
  const call = callProvider({ method: 'GET', url, headers: {}, timeoutMs: 30_000 });
  await expect(call).rejects.toBeInstanceOf(ERRORS[error]);
});
