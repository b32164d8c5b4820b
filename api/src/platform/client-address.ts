import { isIPv6 } from 'node:net';

const HEXTETS_OF_A_SITE = 4;

/**
 * The rate limit key of an IP address. A single IPv6 customer gets 2^64 addresses, so only the first half of the address
 * identifies the customer.
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const hextets = [...before, ...zeros, ...after].slice(0, HEXTETS_OF_A_SITE);
  return `${hextets.map((hextet) => Number.parseInt(hextet, 16).toString(16)).join(':')}::/64`;
}
