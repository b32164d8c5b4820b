import type { Answer } from './answer.ts';

/** The age limit of an answer. The age counts from before its first row was read. */
export const MAX_AGE_MS = 1_000;
/** From this age on, one request renews the answer while the others still get the old one. */
export const RENEW_AFTER_MS = 800;

/** `asOf`: since when the answer may be outdated. `value`: the value that the body was written from, if it is new. */
export type CachedAnswer = { answer: Answer; asOf: number; value?: unknown };
/** Makes an answer. `before` is the previous one, for reuse if its sources have not changed. */
export type Producer = (before: Answer | undefined) => Promise<CachedAnswer>;

type Entry = Omit<CachedAnswer, 'value'> & { key: string; urls: string[]; isBeingRenewed: boolean; generation: number };
/** `promise` is set until the answer is finished. */
type InFlight = { since: number; promise?: Promise<CachedAnswer> | undefined };

const URLS_AN_ANSWER = 4;
// A generous estimate for keys, URLs, headers and objects.
const OVERHEAD_BYTES = 4_000;
// Two compressed bodies of at most half the size each, and the plain one.
const sizeOf = ({ answer, key }: Entry) => 2 * answer.body.length + 2 * key.length + OVERHEAD_BYTES;

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/**
 * A cache of answers that are the same for everybody. When memory runs out, the oldest entry is removed first: a popular
 * entry is renewed every second, so the oldest one is unpopular.
 */
export function createAnswerCache({ maxBytes, now }: { maxBytes: number; now: () => number }) {
  const byKey = new Map<string, Entry>();
  const byUrl = new Map<string, Entry>();
  const inFlight = new Map<string, InFlight>();
  const counts = { found: 0, made: 0 };
  let bytes = 0;
  let generation = 0;

  // If the clock is set back, the answer counts as expired.
  const ageOf = (since: number) => {
    const age = now() - since;
    return age < 0 ? Number.POSITIVE_INFINITY : age;
  };

  function remove(entry: Entry): void {
    byKey.delete(entry.key);
    for (const url of entry.urls) byUrl.delete(url);
    bytes -= sizeOf(entry);
  }

  function store(key: string, { answer, asOf }: CachedAnswer): void {
    const before = byKey.get(key);
    if (before) remove(before);
    const isSame = before?.answer.tag === answer.tag && before.answer.reads === answer.reads;
    // If the answer has not changed, the old one is kept, because it is compressed already.
    const entry = {
      key,
      asOf,
      answer: isSame ? before.answer : answer,
      urls: before?.urls ?? [],
      isBeingRenewed: false,
      generation,
    };
    byKey.set(key, entry);
    for (const url of entry.urls) byUrl.set(url, entry);
    bytes += sizeOf(entry);
    for (const oldest of byKey.values()) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function start(key: string, producer: Producer): Promise<CachedAnswer> {
    const startedIn = generation;
    const produceAndStore = async () => {
      const cached = await producer(byKey.get(key)?.answer);
      if (startedIn === generation) store(key, cached);
      return cached;
    };
    counts.made += 1;
    const promise = produceAndStore();
    const current: InFlight = { since: now(), promise };
    inFlight.set(key, current);
    const finish = () => {
      if (inFlight.get(key) === current) inFlight.delete(key);
      // A Map that has grown leaves its old tables to the next full garbage collection. Through them the answer and its
      // value would stay in memory until then.
      current.promise = undefined;
    };
    promise.then(finish, finish);
    return promise;
  }

  return {
    now,
    stats: () => ({ ...counts, bytes, kept: byKey.size }),

    /** The fresh answer of a URL. If undefined, the caller has it made. */
    find(url: string): Answer | undefined {
      const entry = byUrl.get(url);
      if (entry?.generation !== generation) return undefined;
      const age = ageOf(entry.asOf);
      if (age >= MAX_AGE_MS) return undefined;
      if (age >= RENEW_AFTER_MS && !entry.isBeingRenewed) {
        entry.isBeingRenewed = true;
        return undefined;
      }
      counts.found += 1;
      return entry.answer;
    },

    /** The answer under a key. Concurrent callers wait for the same producer, for a second at most. */
    async get(key: string, producer: Producer): Promise<CachedAnswer> {
      const entry = byKey.get(key);
      if (entry?.generation === generation && ageOf(entry.asOf) < RENEW_AFTER_MS) return entry;
      const underWay = inFlight.get(key);
      if (underWay?.promise && ageOf(underWay.since) < MAX_AGE_MS) return underWay.promise;
      return start(key, producer);
    },

    /** From now on the URL finds the entry of the key. */
    addUrl(key: string, url: string): void {
      const entry = byKey.get(key);
      if (!entry || url.length > OVERHEAD_BYTES / (4 * URLS_AN_ANSWER) || entry.urls.includes(url)) return;
      if (entry.urls.length === URLS_AN_ANSWER) byUrl.delete(entry.urls.shift() ?? '');
      entry.urls.push(url);
      byUrl.set(url, entry);
    },

    /**
     * Makes all entries stale, also those under way. They stay for comparison: an answer that the change has not touched is
     * neither rendered nor compressed again.
     */
    invalidate(): void {
      generation += 1;
      inFlight.clear();
    },
  };
}
