import { setTimeout as pause } from 'node:timers/promises';

// The longest time that one slice blocks the event loop. A request may meet several slices on its way.
const SLICE_MS = 2;

/**
 * Maps many items in slices of a few milliseconds. The pause after a slice is as long as the slice, so that requests get at
 * least half of the event loop.
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

/** Does asynchronous work, such as statements, in chunks of `size` items. The pause after a chunk is as long as the chunk took. */
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
