import { Exchange } from '../../platform/database/query-pipeline.ts';

/** Matches the locks of statements that change a row without claiming it. */
export const NO_KEY_UPDATE_LOCKS = /for no key update( of \w+ skip locked)?/gi;

/**
 * For control tests: without row locks the race must happen, or the test proves nothing. It removes the lock clauses from the
 * text of each statement.
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

/** Whether the race happens in one of 20 rounds. */
export async function happens(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < 20; round++) if (await isSo()) return true;
  return false;
}
