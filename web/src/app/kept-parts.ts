import { randomUUID } from 'node:crypto';
import type { MarkPart } from '../lib/kept-part.tsx';
import type { Settings } from '../lib/settings.ts';

type Part = { key: string; markup: Buffer | undefined };

// Nobody can write it into a text of the shop, because nobody can guess it. Each is followed by a part's number and a sign.
const MARK = randomUUID();
const [INSTEAD, BEFORE, AFTER] = ['=', '+', '-'] as const;
// A mark is text: where text follows it, React keeps the two apart by a comment.
const NUMBER_AND_SIGN = /^(\d+)([=+-])(?:<!-- -->)?/;
const OVERHEAD_BYTES = 200;

/**
 * Markup of parts that pages have in common, by what they are and depend on. What has not been used for longest leaves
 * first when there is too much of it.
 */
export function createKeptParts(maxBytes: number) {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const sizeOf = (key: string, markup: Buffer) => 2 * key.length + markup.length + OVERHEAD_BYTES;

  function find(key: string): Buffer | undefined {
    const markup = kept.get(key);
    if (!markup) return undefined;
    kept.delete(key);
    kept.set(key, markup);
    return markup;
  }

  function keep(key: string, markup: Buffer): void {
    if (kept.has(key)) return;
    kept.set(key, markup);
    bytes += sizeOf(key, markup);
    for (const [oldest, unused] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= sizeOf(oldest, unused);
    }
  }
  return { find, keep };
}

export type KeptParts = ReturnType<typeof createKeptParts>;

/** One page: `mark` while it is rendered, `finish` afterwards. Every part depends on the settings. */
export function openPage(parts: KeptParts, settings?: Settings) {
  const used: Part[] = [];
  const shared = JSON.stringify(settings);

  const mark: MarkPart = (of) => {
    const key = `${shared} ${JSON.stringify(of)}`;
    const markup = parts.find(key);
    const place = `${MARK}${used.push({ key, markup }) - 1}`;
    return markup ? { instead: place + INSTEAD } : { before: place + BEFORE, after: place + AFTER };
  };

  function finish(html: string): Buffer {
    const [start = '', ...marked] = html.split(MARK);
    const pieces: Uint8Array[] = [Buffer.from(start)];
    // Where in the pieces each new part began; one may hold another.
    const begun: number[] = [];
    for (const text of marked) {
      const [mark = '', number, sign] = NUMBER_AND_SIGN.exec(text) ?? [];
      const part = used[Number(number)];
      if (sign === INSTEAD && part?.markup) pieces.push(part.markup);
      if (sign === BEFORE) begun.push(pieces.length);
      if (sign === AFTER && part) {
        const markup = Buffer.concat(pieces.splice(begun.pop() ?? 0));
        parts.keep(part.key, markup);
        pieces.push(markup);
      }
      pieces.push(Buffer.from(text.slice(mark.length)));
    }
    return Buffer.concat(pieces);
  }
  return { mark, finish };
}
