import pg from 'pg';

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function takeAwayRowLocks(): () => void {
  const original = pg.Client.prototype.query;
  const unlocked = function (this: pg.Client, ...args: unknown[]) {
    const [first, ...rest] = args;
    const text = typeof first === 'string' ? first.replace(/for update skip locked/gi, '') : first;
    return Reflect.apply(original, this, [text, ...rest]);
  };
  pg.Client.prototype.query = unlocked as typeof original;
  return () => {
    pg.Client.prototype.query = original;
  };
}
