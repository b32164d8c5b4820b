import type { Answer } from './answer.ts';

/** How old an answer may be, counted from before anything of it was read. */
export const LIFE_MS = 1_000;
/** From this age on one request makes it anew, while the others are still given the old one. */
export const RENEW_AFTER_MS = 800;

/** An answer, the moment since which it may have become untrue, and while it is new what it was written from. */
export type Made = { answer: Answer; asOf: number; value?: unknown };
/** Makes an answer; `before` is the last one, which may be made of the same. */
export type Make = (before: Answer | undefined) => Promise<Made>;

type Kept = Omit<Made, 'value'> & { key: string; urls: string[]; isBeingRenewed: boolean; generation: number };
/** `made` until it has landed. */
type Flight = { since: number; made?: Promise<Made> | undefined };

const URLS_AN_ANSWER = 4;
// Keys, addresses, headers and objects around the bytes, generously.
const OVERHEAD_BYTES = 4_000;
// A compressed form takes at most half of the body, and there are two.
const sizeOf = ({ answer, key }: Kept) => 2 * answer.body.length + 2 * key.length + OVERHEAD_BYTES;

export type KeptAnswers = ReturnType<typeof createKeptAnswers>;

/**
 * Finished answers for as long as they may be repeated. The oldest leaves first when memory runs out: whatever is in
 * demand is made anew every second, so the oldest is what nobody asks for.
 */
export function createKeptAnswers({ maxBytes, now }: { maxBytes: number; now: () => number }) {
  const byKey = new Map<string, Kept>();
  const byUrl = new Map<string, Kept>();
  const flights = new Map<string, Flight>();
  const counts = { found: 0, made: 0 };
  let bytes = 0;
  let generation = 0;

  // A clock that was set back must not lengthen a life.
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
    // Of equal ones the older has been compressed already.
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
      // Tables that the map has outgrown hold what was in them until the engine looks through the whole heap: there each
      // answer would outlive its request, with what it was written from.
      flight.made = undefined;
    };
    made.then(land, land);
    return made;
  }

  return {
    now,
    stats: () => ({ ...counts, bytes, kept: byKey.size }),

    /** What this address was answered a moment ago. Undefined asks the caller to have it made. */
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

    /** The answer under a key; those who ask while it is being made wait for the same one. */
    async get(key: string, maker: Make): Promise<Made> {
      const kept = byKey.get(key);
      if (kept?.generation === generation && ageOf(kept.asOf) < RENEW_AFTER_MS) return kept;
      const underWay = flights.get(key);
      if (underWay?.made && ageOf(underWay.since) < LIFE_MS) return underWay.made;
      return start(key, maker);
    },

    /** From now on the address finds what is kept under the key. */
    name(key: string, url: string): void {
      const kept = byKey.get(key);
      if (!kept || url.length > OVERHEAD_BYTES / (4 * URLS_AN_ANSWER) || kept.urls.includes(url)) return;
      if (kept.urls.length === URLS_AN_ANSWER) byUrl.delete(kept.urls.shift() ?? '');
      kept.urls.push(url);
      byUrl.set(url, kept);
    },

    /**
     * Something was changed: whoever asks from now on is answered anew, also where an answer is being made. What there was
     * is still compared with: what the change has not touched is neither rendered nor compressed again.
     */
    forget(): void {
      generation += 1;
      flights.clear();
    },
  };
}
