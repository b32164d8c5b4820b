import { Exchange } from '../../platform/database/query-pipeline.ts';

/** Locks of whoever changes a row without claiming it. */
export const NO_KEY_UPDATE_LOCKS = /for no key update( of \w+ skip locked)?/gi;

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function removeRowLocks(locks: RegExp = /for update skip locked/gi): () => void {
  const { ask } = Exchange.prototype;
  Exchange.prototype.ask = function (statement) {
    return ask.call(this, { ...statement, text: statement.text.replace(locks, '') });
  };
  return () => {
    Exchange.prototype.ask = ask;
  };
}

/** Whether it does, in as many rounds as a race that nothing decides may need. */
export async function happens(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 20; round++) if (await isSo()) return true;
  return false;
}
