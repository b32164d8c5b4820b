import { randomUUID } from 'node:crypto';
import { type MarkPart, type Text, type Texts, WithBlanks } from '../lib/kept-part.tsx';
import type { Settings } from '../lib/settings.ts';
import { fillIn, type Template, templateOf } from './filled-markup.ts';

type Part = { key: string; markup: Template | undefined; texts: Texts };

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
  const kept = new Map<string, Template>();
  let bytes = 0;
  const sizeOf = (key: string, markup: Template) =>
    2 * key.length + markup.length + markup.pieces.length * OVERHEAD_BYTES;

  function find(key: string): Template | undefined {
    const markup = kept.get(key);
    if (!markup) return undefined;
    kept.delete(key);
    kept.set(key, markup);
    return markup;
  }

  function keep(key: string, markup: Template): void {
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

/** Every part depends on the settings. */
function keysIn(settings: Settings | undefined) {
  const shared = JSON.stringify(settings);
  return (of: unknown) => `${shared} ${JSON.stringify(of)}`;
}

/** A page that differs from others of its kind in texts, and in parts that are kept by themselves. */
export type Outline = { page: WithBlanks; parts: readonly WithBlanks[] };

const wordFor = (index: number) => `blank-part-${index}-`;

/** One page: `mark` while it is rendered, `finish` afterwards. */
export function openPage(parts: KeptParts, settings?: Settings) {
  const used: Part[] = [];
  const keyOf = keysIn(settings);

  const mark: MarkPart = (part) => {
    const { of, texts } = part instanceof WithBlanks ? part : { of: part, texts: [] };
    const key = keyOf(of);
    const markup = parts.find(key);
    const place = `${MARK}${used.push({ key, markup, texts }) - 1}`;
    return markup ? { instead: place + INSTEAD } : { before: place + BEFORE, after: place + AFTER };
  };

  /** `words` stand where parts are left open. */
  function finish(html: string, words?: ReadonlyMap<string, string>): Buffer {
    const [start = '', ...marked] = html.split(MARK);
    const pieces: Uint8Array[] = [Buffer.from(start)];
    const put = ({ key, texts }: Part, markup: Template) => {
      const word = words?.get(key);
      pieces.push(...(word ? [Buffer.from(word)] : fillIn(markup, texts)));
    };
    // Where in the pieces each new part began; one may hold another.
    const begun: number[] = [];
    for (const text of marked) {
      const [mark = '', number, sign] = NUMBER_AND_SIGN.exec(text) ?? [];
      const part = used[Number(number)];
      if (sign === INSTEAD && part?.markup) put(part, part.markup);
      if (sign === BEFORE) begun.push(pieces.length);
      if (sign === AFTER && part) {
        const markup = templateOf(Buffer.concat(pieces.splice(begun.pop() ?? 0)), part.texts);
        parts.keep(part.key, markup);
        put(part, markup);
      }
      pieces.push(Buffer.from(text.slice(mark.length)));
    }
    return Buffer.concat(pieces);
  }

  /** Keeps what the page has around the parts of its outline; they are kept as well. */
  function keepOutline(html: string, outline: Outline): void {
    const key = keyOf(outline.page.of);
    if (parts.find(key)) return void finish(html);
    const opened = new Map(outline.parts.map(({ of }, index) => [keyOf(of), wordFor(index)]));
    const open = [...opened.values()].map((word): Text => [word, '']);
    parts.keep(key, templateOf(finish(html, opened), [...outline.page.texts, ...open]));
  }

  return { mark, finish, keepOutline };
}

/** A page of which everything is known, filled in. */
export function fillOutline(parts: KeptParts, settings: Settings, outline: Outline): Buffer | undefined {
  const keyOf = keysIn(settings);
  const find = ({ of }: WithBlanks) => parts.find(keyOf(of));
  const page = find(outline.page);
  const filled = outline.parts.flatMap((part, index): Text[] => {
    const markup = find(part);
    return markup ? [[wordFor(index), fillIn(markup, part.texts)]] : [];
  });
  if (!page || filled.length < outline.parts.length) return undefined;
  return Buffer.concat(fillIn(page, [...outline.page.texts, ...filled]));
}
