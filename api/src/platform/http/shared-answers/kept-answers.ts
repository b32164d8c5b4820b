import type { Answer } from './answer.ts';

/** The age limit of an answer. The age counts from before its first row was read. */
export const LIFE_MS = 1_000;
/** From this age on, one request renews the answer while the others still get the old one. */
export const RENEW_AFTER_MS = 800;

/** An answer may be outdated since `asOf`. A new one has the value that its body was written from. */
export type Made = { answer: Answer; asOf: number; value?: unknown };
/** Makes an answer. `before` is the previous one, for reuse if its sources have not changed. */
export type Make = (before: Answer | undefined) => Promise<Made>;

type Kept = Omit<Made, 'value'> & { key: string; urls: string[]; isBeingRenewed: boolean; generation: number };
/** `made` is set until the answer is finished. */
type Flight = { since: number; made?: Promise<Made> | undefined };

const URLS_AN_ANSWER = 4;
// A generous estimate for keys, URLs, headers and objects.
const OVERHEAD_BYTES = 4_000;
// Two compressed bodies of at most half the size each, and the plain one.
const sizeOf = ({ answer, key }: Kept) => 2 * answer.body.length + 2 * key.length + OVERHEAD_BYTES;

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

/**
 * A cache of answers that are the same for everybody. When memory runs out, the oldest entry is removed first: a popular
 * entry is renewed every second, so the oldest one is unpopular.
 */
export function createKeptAnswers({ maxBytes, now }: { maxBytes: number; now: () => number }) {
  const byKey = new Map<string, Kept>();
  const byUrl = new Map<string, Kept>();
  const flights = new Map<string, Flight>();
  const counts = { found: 0, made: 0 };
  let bytes = 0;
  let generation = 0;

  // If the clock is set back, the answer counts as expired.
  const ageOf = (since: number) => {
    const age = now() - since;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  };

  function drop(kept: Kept): void {
    byKey.delete(kept.key);
    for (const url of kept.urls) byUrl.delete(url);
    bytes -= sizeOf(kept);
  }

  function keep(key: string, { answer, asOf }: Made): void {
    const before = byKey.get(key);
    if (before) drop(before);
    const isSame = before?.answer.tag === answer.tag && before.answer.reads === answer.reads;
    // If the answer has not changed, the old one is kept, because it is compressed already.
    const kept = {
      key,
      asOf,
      answer: isSame ? before.answer : answer,
      urls: before?.urls ?? [],
      isBeingRenewed: false,
      generation,
    };
    byKey.set(key, kept);
    for (const url of kept.urls) byUrl.set(url, kept);
    bytes += sizeOf(kept);
    for (const oldest of byKey.values()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  function start(key: string, maker: Make): Promise<Made> {
    const startedIn = generation;
    const makeAndKeep = async () => {
      const made = await maker(byKey.get(key)?.answer);
      if (startedIn === generation) keep(key, made);
      return made;
    };
    counts.made += 1;
    const made = makeAndKeep();
    const flight: Flight = { since: now(), made };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
      // A Map that has grown leaves its old tables to the next full garbage collection. Through them the answer and its
      // value would stay in memory until then.
      flight.made = undefined;
    };
    made.then(land, land);
    return made;
  }

  return {
    now,
    stats: () => ({ ...counts, bytes, kept: byKey.size }),

    /** The fresh answer of a URL. If undefined, the caller has it made. */
    find(url: string): Answer | undefined {
      const kept = byUrl.get(url);
      if (kept?.generation !== generation) return undefined;
      const age = ageOf(kept.asOf);
      if (age >= LIFE_MS) return undefined;
      if (age >= RENEW_AFTER_MS && !kept.isBeingRenewed) {
        kept.isBeingRenewed = true;
        return undefined;
      }
      counts.found += 1;
      return kept.answer;
    },

    /** The answer under a key. Concurrent callers wait for the same producer, for a second at most. */
    async get(key: string, maker: Make): Promise<Made> {
      const kept = byKey.get(key);
      if (kept?.generation === generation && ageOf(kept.asOf) < RENEW_AFTER_MS) return kept;
      const underWay = flights.get(key);
      if (underWay?.made && ageOf(underWay.since) < LIFE_MS) return underWay.made;
      return start(key, maker);
    },

    /** From now on the URL finds the entry of the key. */
    name(key: string, url: string): void {
      const kept = byKey.get(key);
      if (!kept || url.length > OVERHEAD_BYTES / (4 * URLS_AN_ANSWER) || kept.urls.includes(url)) return;
      if (kept.urls.length === URLS_AN_ANSWER) byUrl.delete(kept.urls.shift() ?? '');
      kept.urls.push(url);
      byUrl.set(url, kept);
    },

    /**
     * Makes all entries stale, also those under way. They stay for comparison: an answer that the change has not touched is
     * neither rendered nor compressed again.
     */
    forget(): void {
      generation += 1;
      flights.clear();
    },
  };
}
