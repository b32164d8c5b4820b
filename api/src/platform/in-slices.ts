import { setImmediate as nextTurn } from 'node:timers/promises';

/** Works through many items a slice at a time, and lets everybody else be served in between. */
export async function inSlices<Item, Result>(
  items: Iterable<Item>,
  size: number,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    if (results.length % size === 0) await nextTurn();
  }
  return results;
}

/** The same items in lists of at most so many. */
export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
