import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The operator's own proxies: how many stand in front, each of which appends what it saw, or their networks. */
export type Proxies = number | readonly string[];

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

function addressIn(entry: string): string | undefined {
  const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
  const address = v4 ?? v6 ?? entry;
  // The name of a network card means nothing on another machine, and may be of any length.
  return isIP(address) && !address.includes('%') ? address : undefined;
}

const entriesOf = (header: string) => header.split(',').map((entry) => entry.trim());

/**
 * The client's address as the outermost of our own proxies saw it. Each proxy appends what it saw, so what stands
 * further in front was written by the client, who may write anything. What is no address is not believed at all.
 */
export function forwardedAddress(header: string, proxies: number): string | undefined {
  const entries = entriesOf(header);
  return addressIn(entries.at(-proxies) ?? entries[0] ?? '');
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Undefined when one of them is no network. */
export function networksOf(networks: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (!isIP(address) || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most))) return undefined;
    list.addSubnet(address, bits === undefined ? most : Number(bits), familyOf(address));
  }
  return list;
}

/** The same by networks: the last that is none of ours. Whoever does not come through one of ours is believed nothing. */
export function forwardedThrough(header: string, peer: string, ours: BlockList): string | undefined {
  const isOurs = (address: string) => ours.check(address, familyOf(address));
  if (!isOurs(peer)) return undefined;
  const addresses = entriesOf(header).map(addressIn);
  const last = addresses.findLastIndex((address) => address === undefined || !isOurs(address));
  return addresses[Math.max(0, last)];
}

export type ForwardedFor = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined;

/** Reads the address of the client behind the proxies; undefined where the socket's own counts. */
export function readingForwarded(proxies: Proxies): ForwardedFor {
  if (proxies === 0) return () => undefined;
  const headerOf = ({ headers }: Pick<IncomingMessage, 'headers'>) => String(headers['x-forwarded-for'] ?? '');
  if (typeof proxies === 'number') return (request) => forwardedAddress(headerOf(request), proxies);
  const ours = networksOf(proxies) ?? new BlockList();
  return (request) => forwardedThrough(headerOf(request), request.socket.remoteAddress ?? '', ours);
}

/** Leaves Fastify only an address to believe, before anything else sees the request; without one the socket's counts. */
export function believeProxies(app: FastifyInstance, proxies: Proxies): void {
  if (proxies === 0) return;
  const forwardedFor = readingForwarded(proxies);
  app.server.prependListener('request', (request) => {
    const address = forwardedFor(request);
    if (address) request.headers['x-forwarded-for'] = address;
    else delete request.headers['x-forwarded-for'];
  });
}
