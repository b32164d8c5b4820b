import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import { fail } from '../../failure.ts';
import { addToRoutes } from '../add-to-routes.ts';

const READS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const READS = new Set(['GET', 'HEAD']);

export type ReadLimit = ReturnType<typeof createReadLimit>;

/**
 * Limits the public reads of one IP address. Unlike other limits it is counted in memory, per process: a database write for
 * each read would cost more than the read. With several processes the limit is wider, but it still stops a scraper.
 */
export function createReadLimit({ factor }: { factor: number }) {
  const max = READS_PER_MINUTE * factor;
  const reads = new Map<string, number>();
  // Uses a monotonic clock: a wall clock that is set back would make the minute last for hours.
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
    /** Whether the address has reached its limit. */
    isSpent: (ip: string): boolean => readsOf(clientAddress(ip)) >= max,

    /** Counts reads of an address. Returns the seconds to wait if the limit is exceeded, otherwise 0. */
    take(ip: string, count = 1): number {
      if (count === 0) return 0;
      const address = clientAddress(ip);
      const total = readsOf(address) + count;
      reads.set(address, total);
      return total > max ? Math.max(1, (windowEnd - performance.now()) / 1000) : 0;
    },
  };
}

/** Counts one read, and throws if it exceeds the limit. */
export function countRead(limit: ReadLimit, ip: string): void {
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
