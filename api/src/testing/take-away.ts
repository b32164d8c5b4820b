import pg from 'pg';

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function takeAwayRowLocks(): () => void {
  const original = pg.Client.prototype.query;
  const unlocked = function (this: pg.Client, ...args: unknown[]) {
    const [statement, ...rest] = args;
    return Reflect.apply(original, this, [withoutRowLocks(statement), ...rest]);
  };
  pg.Client.prototype.query = unlocked as typeof original;
  return () => {
    pg.Client.prototype.query = original;
  };
}

function withoutRowLocks(statement: unknown): unknown {
  if (typeof statement === 'string') return statement.replace(/for update skip locked/gi, '');
  return isNamed(statement) ? { ...statement, text: withoutRowLocks(statement.text) } : statement;
}

const isNamed = (statement: unknown): statement is { name: string; text: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
