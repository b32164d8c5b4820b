import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The operator's proxies: their number, if each appends to `X-Forwarded-For`, or their networks. */
export type Proxies = number | readonly string[];

const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

function addressIn(entry: string): string | undefined {
  const [, v4, v6] = WITH_PORT.exec(entry) ?? [];
  const address = v4 ?? v6 ?? entry;
  // A zone id (fe80::1%eth0) means nothing on another machine, and may have any length.
  return isIP(address) && !address.includes('%') ? address : undefined;
}

const entriesOf = (header: string) => header.split(',').map((entry) => entry.trim());

/**
 * The client's address as our outermost proxy saw it. Each proxy appends an address, so the entries before that one come
 * from the client and may be forged. An entry that is not an address is ignored.
 */
export function forwardedAddress(header: string, proxies: number): string | undefined {
  const entries = entriesOf(header);
  return addressIn(entries.at(-proxies) ?? entries[0] ?? '');
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Undefined if one of the strings is not a network. */
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

/** The last address that is not in our networks. A peer outside our networks is not a proxy, so its header is ignored. */
export function forwardedAddressByNetworks(header: string, peer: string, ours: BlockList): string | undefined {
  const isOurs = (address: string) => ours.check(address, familyOf(address));
  if (!isOurs(peer)) return undefined;
  const addresses = entriesOf(header).map(addressIn);
  const last = addresses.findLastIndex((address) => address === undefined || !isOurs(address));
  return addresses[Math.max(0, last)];
}

export type ForwardedFor = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | undefined;

/** The function returns the client's address behind the proxies, or undefined if the socket's address counts. */
export function createForwardedForReader(proxies: Proxies): ForwardedFor {
  if (proxies === 0) return () => undefined;
  const headerOf = ({ headers }: Pick<IncomingMessage, 'headers'>) => String(headers['x-forwarded-for'] ?? '');
  if (typeof proxies === 'number') return (request) => forwardedAddress(headerOf(request), proxies);
  const ours = networksOf(proxies) ?? new BlockList();
  return (request) => forwardedAddressByNetworks(headerOf(request), request.socket.remoteAddress ?? '', ours);
}

/** Replaces `X-Forwarded-For` by the verified address, or removes it, before Fastify reads it. */
export function trustProxies(app: FastifyInstance, proxies: Proxies): void {
  if (proxies === 0) return;
  const forwardedFor = createForwardedForReader(proxies);
  app.server.prependListener('request', (request) => {
    const address = forwardedFor(request);
    if (address) request.headers['x-forwarded-for'] = address;
    else delete request.headers['x-forwarded-for'];
  });
}
