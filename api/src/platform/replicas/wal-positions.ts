import type { Position } from './replication.queries.ts';

type Mark = Position & { at: number; generation: number };

/** What a server surely shows: all that was committed before the moment, and whether that includes the last change. */
export type Shown = { moment: number; isAfterChange: boolean };

// Readings that follow each other sooner share a mark, so that the primary is asked no more than this often.
const FRESH_MS = 100;

export type Marks = ReturnType<typeof createMarks>;

/**
 * How far the primary had come at which moments. A server that has replayed a mark shows everything that was committed
 * before the moment of it: that is how old, at most, what it answers can be.
 */
export function createMarks({ ask, keptMs, now }: { ask: () => Promise<Position>; keptMs: number; now: () => number }) {
  let newestFirst: Mark[] = [];
  let generation = 0;
  let underWay: Promise<void> | undefined;

  async function take(): Promise<void> {
    // Before asking: what is changed meanwhile may not be in the answer.
    const asked = { at: now(), generation };
    const position = await ask();
    newestFirst = [{ ...asked, ...position }, ...newestFirst.filter(({ at }) => asked.at - at <= keptMs)];
  }

  return {
    /** Sees to it that there is a mark of this moment, or nearly. A primary that does not answer leaves none. */
    async renew(): Promise<void> {
      const [newest] = newestFirst;
      if (newest?.generation === generation && now() - newest.at < FRESH_MS) return;
      underWay ??= take()
        .catch(() => {})
        .finally(() => {
          underWay = undefined;
        });
      await underWay;
    },

    shownBy({ history, bytes }: Position): Shown | undefined {
      const mark = newestFirst.find((candidate) => candidate.history === history && candidate.bytes <= bytes);
      return mark && { moment: mark.at, isAfterChange: mark.generation === generation };
    },

    /** Something was changed that must be seen: only marks from now on prove that it is. */
    noteChange(): void {
      generation += 1;
    },
  };
}
