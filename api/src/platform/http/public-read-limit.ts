import type { FastifyInstance } from 'fastify';
import { clientAddress } from '../client-address.ts';
import { fail } from '../failure.ts';

const READS_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const READS = new Set(['GET', 'HEAD']);

/**
 * Bounds how fast one address reads what everybody may read. Counted in memory and per process, unlike every other
 * limit: a write to the database for each read would cost more than the reads it is meant to spare, and a limit that
 * is a few times wider with a few processes still stops a scraper.
 */
export function limitPublicReads(app: FastifyInstance, { factor }: { factor: number }): void {
  const max = READS_PER_MINUTE * factor;
  const reads = new Map<string, number>();
  let windowEnd = 0;

  app.addHook('onRequest', async (request) => {
    if (!READS.has(request.method) || request.routeOptions.config.access !== 'everyone') return;
    const now = Date.now();
    if (now >= windowEnd) {
      reads.clear();
      windowEnd = now + MINUTE_MS;
    }
    const address = clientAddress(request.ip);
    const count = (reads.get(address) ?? 0) + 1;
    reads.set(address, count);
    if (count > max) throw fail('tooManyRequests', { retryAfterSeconds: (windowEnd - now) / 1000 });
  });
}
