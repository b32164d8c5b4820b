import pg from 'pg';

/** Matches the locks of statements that change a row without claiming it. */
export const NO_KEY_UPDATE_LOCKS = /for no key update( of \w+ skip locked)?/gi;

/**
 * For control tests: without row locks the race must happen, or the test proves nothing. It removes the lock clauses from the
 * text of each statement.
 */
export function removeRowLocks(locks: RegExp = /for update skip locked/gi): () => void {
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

/** Whether the race happens in one of 20 rounds. */
export async function happens(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 20; round++) if (await isSo()) return true;
  return false;
}
