import type { Texts } from '../lib/kept-part.tsx';

/** Markup between texts, as bytes; `blanks` says which text follows each piece but the last. */
export type Template = {
  readonly pieces: readonly Buffer[];
  readonly blanks: readonly number[];
  readonly length: number;
};

const inPattern = (word: string) => word.replace(/[^\w]/g, '\\$&');

/** Cuts markup that was rendered with blanks where they stand. */
export function templateOf(markup: Buffer, texts: Texts): Template {
  const words = texts.map(([blank]) => blank);
  const anyWord = new RegExp(`(${words.map(inPattern).join('|')})`);
  const cut = words.length > 0 ? markup.toString().split(anyWord) : [markup.toString()];
  return {
    pieces: cut.filter((_, index) => index % 2 === 0).map(ownBytes),
    blanks: cut.filter((_, index) => index % 2 === 1).map((word) => words.indexOf(word)),
    length: markup.length,
  };
}

/** In memory of its own: small buffers are parts of a larger one, which would be kept for each of them. */
function ownBytes(text: string): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  own.write(text);
  return own;
}

const ESCAPES: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' };

/** As React writes texts, in attributes and between tags. */
const escaped = (text: string) =>
  /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (sign) => ESCAPES[sign] ?? '') : text;

/** In pieces, so that only the texts are encoded anew: the ₹ in a page makes that slow for all that it shares a string with. */
export function fillIn({ pieces, blanks }: Template, texts: Texts): Uint8Array[] {
  const words = texts.map(([, text]) => (typeof text === 'string' ? [Buffer.from(escaped(text))] : text));
  const filled: Uint8Array[] = [];
  pieces.forEach((piece, index) => {
    filled.push(piece, ...(words[blanks[index] ?? -1] ?? []));
  });
  return filled;
}
