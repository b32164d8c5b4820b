/** All permutations of the items. */
export const permutationsOf = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first, at) =>
        permutationsOf(items.filter((_, other) => other !== at)).map((rest) => [first, ...rest]),
      );
