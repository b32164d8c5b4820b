import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import { fail } from '../../failure.ts';
import { addToRoutes } from '../add-to-routes.ts';

const READS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const READS = new Set(['GET', 'HEAD']);

export type ReadLimit = ReturnType<typeof createReadLimit>;

/**
 * Bounds how fast one address reads what everybody may read. Counted in memory and per process, unlike every other
 * limit: a write to the database for each read would cost more than the reads it is meant to spare, and a limit that
 * is a few times wider with a few processes still stops a scraper.
 */
export function createReadLimit({ factor }: { factor: number }) {
  const max = READS_PER_MINUTE * factor;
  const reads = new Map<string, number>();
  // Not by the clock: one that is set back would make a minute last for hours, for everybody.
  let windowEnd = 0;

  function readsOf(address: string): number {
    const now = performance.now();
    if (now >= windowEnd) {
      reads.clear();
      windowEnd = now + MINUTE_MS;
    }
    return reads.get(address) ?? 0;
  }

  return {
    /** Whether one more read would be too many. */
    isSpent: (ip: string): boolean => readsOf(clientAddress(ip)) >= max,

    /** Counts what an address reads; how many seconds it has to wait when that is too much, otherwise 0. */
    take(ip: string, count = 1): number {
      if (count === 0) return 0;
      const address = clientAddress(ip);
      const total = readsOf(address) + count;
      reads.set(address, total);
      return total > max ? Math.max(1, (windowEnd - performance.now()) / 1000) : 0;
    },
  };
}

/** Counts one read more, and refuses it when that is too much. */
export function refuseRead(limit: ReadLimit, ip: string): void {
  const retryAfterSeconds = limit.take(ip);
  if (retryAfterSeconds > 0) throw fail('tooManyRequests', { retryAfterSeconds });
}

export function limitPublicReads(app: FastifyInstance, limit: ReadLimit): void {
  addToRoutes(app, ({ method, config }) => {
    const isPublicRead = READS.has(String(method)) && config?.access === 'everyone';
    if (!isPublicRead) return {};
    return {
      onRequest: (request, _, done) => {
        const retryAfterSeconds = limit.take(request.ip);
        done(retryAfterSeconds > 0 ? fail('tooManyRequests', { retryAfterSeconds }) : undefined);
      },
    };
  });
}
