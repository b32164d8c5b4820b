import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../tables.ts';
import type { Clock } from '../../clock.ts';
import type { Publish } from '../../images/public-addresses.ts';
import type { Replicas } from '../../replicas/replicas.ts';
import { type Metrics, measureSharedAnswers } from '../../telemetry/metrics.ts';
import { createForwardedForReader, type Proxies } from '../requests/forwarded-address.ts';
import type { ReadLimit } from '../security/public-read-limit.ts';
import type { HeaderOptions } from '../security/security-headers.ts';
import { createAnswerCache, MAX_AGE_MS } from './answer-cache.ts';
import { answerFromCache } from './answer-from-cache.ts';
import { invalidateAfterAdminChanges } from './invalidate-after-admin-changes.ts';
import { createReadings } from './reading.ts';
import { createSharedPages, type SharedPages } from './shared-pages.ts';
import { createSharedReads, type SharedReads } from './shared-reads.ts';
import { createSharedValues } from './shared-values.ts';

type Deps = {
  config: { SHARED_ANSWERS_MB: number; TRUST_PROXY: Proxies; DATABASE_REPLICA_MAX_LAG: number };
  db: Database;
  replicas: Replicas | undefined;
  clock: Clock;
  metrics: Metrics;
};
type Parts = { headerOptions: HeaderOptions; readLimit: ReadLimit; publish?: Publish | undefined };

const BYTES_A_MEGABYTE = 1_000_000;

/** Caches answers that are the same for everybody, for a second (decision 0023). Call it before routes are mounted. */
export function shareAnswers(
  app: FastifyInstance,
  { config, db, replicas, clock, metrics }: Deps,
  { headerOptions, readLimit, publish }: Parts,
): { reads: SharedReads; pages: SharedPages } {
  const now = () => clock.now().getTime();
  const cache = createAnswerCache({ maxBytes: config.SHARED_ANSWERS_MB * BYTES_A_MEGABYTE, now });
  const values = createSharedValues({ now });
  answerFromCache(app.server, { cache, readLimit, forwardedFor: createForwardedForReader(config.TRUST_PROXY) });
  invalidateAfterAdminChanges(app, () => {
    cache.invalidate();
    values.clear();
    replicas?.recordChange();
  });
  measureSharedAnswers(metrics, cache.stats);
  const begin = replicas?.begin ?? (() => ({ db, behindMs: () => 0 }));
  // An operator who allows replicas to be older accepts older answers.
  const excusedMs = Math.max(0, 1000 * config.DATABASE_REPLICA_MAX_LAG - MAX_AGE_MS);
  const read = createReadings({ now, values, begin, excusedMs });
  const reads = createSharedReads(cache, { headerOptions, read, publish });
  return { reads, pages: createSharedPages({ cache, reads, readLimit, headerOptions }) };
}
