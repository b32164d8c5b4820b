import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/**
 * The client's address as the outermost of our own proxies saw it. Each proxy appends what it saw, so what stands
 * further in front was written by the client, who may write anything. What is no address is not believed at all.
 */
export function forwardedAddress(header: string, proxies: number): string | undefined {
  const entries = header.split(',').map((entry) => entry.trim());
  const entry = entries.at(-proxies) ?? entries[0] ?? '';
  const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
  const address = v4 ?? v6 ?? entry;
  // The name of a network card means nothing on another machine, and may be of any length.
  return isIP(address) && !address.includes('%') ? address : undefined;
}

/** Leaves Fastify only an address to believe, before anything else sees the request; without one the socket's counts. */
export function believeProxies(app: FastifyInstance, proxies: number): void {
  if (proxies === 0) return;
  app.server.prependListener('request', ({ headers }) => {
    const address = forwardedAddress(String(headers['x-forwarded-for'] ?? ''), proxies);
    if (address) headers['x-forwarded-for'] = address;
    else delete headers['x-forwarded-for'];
  });
}
