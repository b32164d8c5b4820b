import type { FastifyInstance } from 'fastify';
import { fail } from '../../failure.ts';

export const JSON_BYTES = 64 * 1024;
/** The limit of a call with one long text, which parses fast. Longer texts must be sent as a file. */
export const LONG_JSON_BYTES = 4 * 1024 * 1024;
const MOST_QUOTES = 300_000;

/** Parses JSON like Fastify (prototype poisoning refused), but accepts an empty body. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    const text = body as string;
    if (text.length > JSON_BYTES && structureOf(text) > JSON_BYTES) return done(fail('tooLarge'));
    parse(request, text, done);
  });
}

/**
 * Counts the characters outside of strings: millions of numbers, lists and objects would take seconds to parse.
 * Returns infinity when there are too many quotes to scan.
 */
function structureOf(json: string): number {
  let outside = 0;
  let quotes = 0;
  for (let at = 0; ; ) {
    const open = json.indexOf('"', at);
    if (open < 0) return outside + json.length - at;
    outside += open - at;
    let close = open;
    do {
      close = json.indexOf('"', close + 1);
      quotes += 1;
    } while (isEscaped(json, close) && quotes < MOST_QUOTES);
    if (quotes >= MOST_QUOTES) return Number.POSITIVE_INFINITY;
    // The string never ends, so the parser will refuse the body.
    if (close < 0) return outside;
    at = close + 1;
  }
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
