/** Runs at most `limit` calls at the same time. The others wait in their order. */
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
