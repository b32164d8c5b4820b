import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyRequest } from 'fastify';

/** Where a request came from, as far as it can be known: shown to administrators for 90 days, and proof of nothing. */
export type Origin = { address: string; device: string };

const DEVICE_MAX = 100;
// What every browser says of itself, and so says nothing.
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

// Ambient on purpose, and only for the audit log: a service that forgot to pass it on would leave no trace in silence.
const origins = new AsyncLocalStorage<Origin>();

export const actingFrom = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** Of the administrator's request under way; undefined in jobs and commands. */
export const originOfAct = (): Origin | undefined => origins.getStore();
