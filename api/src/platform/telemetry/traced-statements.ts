import { traced } from './tracing.ts';

const OPERATION = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?(\w+)/i;

const nameOf = (text: string): string =>
  [OPERATION.exec(text)?.[1]?.toLowerCase(), TABLE.exec(text)?.[1]].filter(Boolean).join(' ');

/** The text of a statement has places for its values, and not the values. */
export const traceStatement = <T>(text: string, send: () => Promise<T>): Promise<T> =>
  traced(
    () => ({
      name: nameOf(text),
      kind: 'client',
      facts: { 'db.system.name': 'postgresql', 'db.query.text': text },
    }),
    send,
  );
