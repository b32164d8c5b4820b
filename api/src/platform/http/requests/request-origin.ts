import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** The address and device of a request. Admins see them for 90 days; they can be forged, so they prove nothing. */
export type Origin = { address: string; device: string };

const DEVICE_MAX = 100;
// Parts of the user agent that all browsers send.
const IN_ALL = /Mozilla\/\S+|AppleWebKit\/\S+|\(KHTML, like Gecko\)|Gecko\/\S+|Safari\/\S+|Version\/\S+|[()]/g;

export const shortDevice = (userAgent: string | undefined): string =>
  (userAgent ?? '')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(IN_ALL, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, DEVICE_MAX) || 'unknown';

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  device: shortDevice(headers['user-agent']),
});

// Ambient on purpose, and only for the audit log: a service that forgot a parameter would write entries without an origin.
const origins = new AsyncLocalStorage<Origin>();

export const runWithOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** The origin of the admin's request under way; undefined in jobs and commands. */
export const currentOrigin = (): Origin | undefined => origins.getStore();
