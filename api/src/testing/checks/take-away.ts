import pg from 'pg';

/** Locks of whoever changes a row without claiming it. */
export const KEEPING_ROWS = /for no key update( of \w+ skip locked)?/gi;

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function takeAwayRowLocks(locks: RegExp = /for update skip locked/gi): () => void {
  const { query } = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const unlocked = (statement: unknown) => {
    if (!isOurs(statement)) return statement;
    const text = statement.text.replace(locks, '');
    if (text === statement.text) return statement;
    // The driver refuses one name for two texts.
    return { ...statement, text, ...(statement.name && { name: `${statement.name}-unlocked` }) };
  };
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...[statement, ...rest]: unknown[]) {
      return query.call(this, unlocked(statement), ...rest);
    },
  });
  return () => {
    Object.assign(pg.Client.prototype, { query });
  };
}

/** The job queue sends its own statements over the same driver. They keep their locks. */
const isOurs = (statement: unknown): statement is { name?: string; text: string } =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string' &&
  !statement.text.includes('graphile_worker');

/** Whether it does, in as many rounds as a race that nothing decides may need. */
export async function happens(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 20; round++) if (await isSo()) return true;
  return false;
}
