import { traced } from './tracing.ts';

const OPERATION = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?(\w+)/i;

const nameOf = (text: string): string =>
  [OPERATION.exec(text)?.[1]?.toLowerCase(), TABLE.exec(text)?.[1]].filter(Boolean).join(' ');

/** The span contains the statement's text with placeholders, never the values. */
export const traceStatement = <T>(text: string, send: () => Promise<T>): Promise<T> =>
  traced(
    () => ({
      name: nameOf(text),
      kind: 'client',
      facts: { 'db.system.name': 'postgresql', 'db.query.text': text },
    }),
    send,
  );
