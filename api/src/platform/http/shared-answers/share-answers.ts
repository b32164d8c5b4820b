import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { type Metrics, measureSharedAnswers } from '../../metrics.ts';
import { type Proxies, readingForwarded } from '../forwarded-address.ts';
import type { ReadLimit } from '../public-read-limit.ts';
import type { HeaderOptions } from '../security-headers.ts';
import { answerFirst } from './answer-first.ts';
import { forgetAfterChanges } from './forget-after-changes.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { createSharedPages, type SharedPages } from './shared-pages.ts';
import { createSharedReads, type SharedReads } from './shared-reads.ts';
import { createSharedValues, type SharedValues } from './shared-values.ts';

type Deps = { config: { SHARED_ANSWERS_MB: number; TRUST_PROXY: Proxies }; clock: Clock; metrics: Metrics };
type Parts = { headerOptions: HeaderOptions; readLimit: ReadLimit };

const BYTES_A_MEGABYTE = 1_000_000;

/** Keeps answers that are the same for everybody, for at most a second (decision 0023). To be called before routes are mounted. */
export function shareAnswers(
  app: FastifyInstance,
  { config, clock, metrics }: Deps,
  { headerOptions, readLimit }: Parts,
): { reads: SharedReads; pages: SharedPages; values: SharedValues } {
  const now = () => clock.now().getTime();
  const kept = createKeptAnswers({ maxBytes: config.SHARED_ANSWERS_MB * BYTES_A_MEGABYTE, now });
  const values = createSharedValues({ now });
  answerFirst(app.server, { kept, readLimit, forwardedFor: readingForwarded(config.TRUST_PROXY) });
  forgetAfterChanges(app, () => {
    kept.forget();
    values.forget();
  });
  measureSharedAnswers(metrics, kept.stats);
  const reads = createSharedReads(kept, headerOptions);
  return { reads, values, pages: createSharedPages({ kept, reads, readLimit, headerOptions }) };
}
