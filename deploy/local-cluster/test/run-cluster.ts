import { openCluster } from '../cluster.ts';
import { type PhaseFigures, recordAttempts } from './attempts.ts';
import { type Acknowledged, type Books, checkBooks } from './books.ts';
import { openBrowser } from './browser.ts';
import { shopAround } from './buyer.ts';
import { type MailDelays, mailDelays } from './mail-delays.ts';
import { openMailReceiver } from './mail-receiver.ts';
import { openMarket } from './market.ts';
import { phasesOf, runPhases } from './phases.ts';
import { type Timeouts, tryTimeouts } from './timeouts-in-force.ts';

type Size = { buyers: number; seconds: number; thinkMs: number };
export type PhaseResult = PhaseFigures & { isFlawless: boolean; backMs: number | undefined; mails: MailDelays };
export type Result = { pooled: boolean; size: Size; phases: PhaseResult[]; books: Books; timeouts: Timeouts };

type Options = { pooled: boolean; size: Size; say: (line: string) => void };

/** Starts a cluster and buyers, runs the phases, and checks the books. */
export async function runCluster({ pooled, size, say }: Options): Promise<Result> {
  const mails = await openMailReceiver();
  // All buyers have one address, which the rate limits would count as one visitor.
  const settings = { RATE_LIMIT_FACTOR: '1000000' };
  const cluster = await openCluster({ pooled, smtpUrl: mails.url, settings, say });
  try {
    const market = await openMarket(cluster, size.buyers);
    const { pool, paymentKeys } = market.shop;
    const timeouts = await tryTimeouts(cluster.settings.DATABASE_URL ?? '', pooled);
    const acknowledged: Acknowledged = { placed: new Set(), paid: new Set(), delivered: new Set() };
    const attempts = recordAttempts();
    const closing = new AbortController();
    const place = { goods: market.goods, keyId: paymentKeys.keyId, acknowledged, thinkMs: size.thinkMs };
    const buyers = Promise.all(
      market.emails.map((email) => shopAround(email, openBrowser(cluster.url, attempts), place, closing.signal)),
    );
    const backMs = await Promise.race([runPhases({ cluster, attempts, seconds: size.seconds, say }), failing(buyers)]);
    closing.abort();
    await buyers;
    say('Looking at the books…');
    const books = await checkBooks({ pool, acknowledged, folder: cluster.folder });
    const delays = await mailDelays(pool, attempts.phases, mails);
    await market.close();
    const phases = phasesOf(cluster).flatMap(({ name, isFlawless }, position) => {
      const [figures, delay] = [attempts.phases[position], delays[position]];
      return figures && delay ? [{ ...figures, isFlawless, backMs: backMs.get(name), mails: delay }] : [];
    });
    return { pooled, size, phases, books, timeouts };
  } finally {
    await cluster.stop();
    await mails.stop();
  }
}

/** Rejects if a buyer ends before it is stopped. */
const failing = (buyers: Promise<unknown>): Promise<never> =>
  buyers.then(() => {
    throw new Error('the buyers went home too early');
  });
