/** Lets at most `limit` pieces of work run at the same time; the others wait in the order they came. */
export function createConcurrencyLimit(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < limit) running += 1;
    else await new Promise<void>((myTurn) => waiting.push(myTurn));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
