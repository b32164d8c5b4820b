import { createHash } from 'node:crypto';

type Random = () => number;

/** Numbers in [0, 1), the same for the same seed: a test that they make fail fails again. */
export const seededRandom = (seed: string): Random => {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32;
};

export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[wholeBetween(random, 0, items.length - 1)] as Item;
