import { setTimeout as pause } from 'node:timers/promises';

// What a visitor's request may find the event loop busy with, several times on its way.
const SLICE_MS = 2;

/**
 * Works through many items a few milliseconds at a time, and rests as long in between: with less, whoever else is served
 * would wait at each of its steps.
 */
export async function mapYielding<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    results.push(work(item));
    const elapsed = performance.now() - startedAt;
    if (elapsed < SLICE_MS) continue;
    await pause(elapsed);
    startedAt = performance.now();
  }
  return results;
}

/** The same for work that others do, the database for one: at most `size` items at a time, and a rest after each. */
export async function forEachChunkYielding<Item>(
  items: readonly Item[],
  size: number,
  work: (slice: Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    const startedAt = performance.now();
    await work(items.slice(start, start + size));
    await pause(performance.now() - startedAt);
  }
}
