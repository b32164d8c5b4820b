import pg from 'pg';

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function takeAwayRowLocks(locks: RegExp = /for update skip locked/gi): () => void {
  const original = pg.Client.prototype.query;
  const unlocked = function (this: pg.Client, ...args: unknown[]) {
    const [statement, ...rest] = args;
    return Reflect.apply(original, this, [without(locks, statement), ...rest]);
  };
  pg.Client.prototype.query = unlocked as typeof original;
  return () => {
    pg.Client.prototype.query = original;
  };
}

function without(locks: RegExp, statement: unknown): unknown {
  if (typeof statement === 'string') return statement.replace(locks, '');
  return isNamed(statement) ? { ...statement, text: without(locks, statement.text) } : statement;
}

const isNamed = (statement: unknown): statement is { name: string; text: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
