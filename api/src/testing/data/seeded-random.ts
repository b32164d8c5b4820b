import { createHash } from 'node:crypto';

type Random = () => number;

/** Random numbers in [0, 1). The same seed gives the same numbers, so that a failure can be repeated. */
export const seededRandom = (seed: string): Random => {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
};

export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[wholeBetween(random, 0, items.length - 1)] as Item;
