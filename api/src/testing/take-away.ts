import { Exchange } from '../platform/exchange.ts';

/**
 * Controls of concurrency tests: what protects us is taken away, and the test must notice. Row locks live in the text
 * of statements, so they are cut out of it on the way to the database.
 */
export function takeAwayRowLocks(locks: RegExp = /for update skip locked/gi): () => void {
  const { ask } = Exchange.prototype;
  Exchange.prototype.ask = function (statement) {
    return ask.call(this, { ...statement, text: statement.text.replace(locks, '') });
  };
  return () => {
    Exchange.prototype.ask = ask;
  };
}
