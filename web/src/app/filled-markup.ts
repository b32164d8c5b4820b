import type { Texts } from '../lib/kept-part.tsx';

/** Markup between texts; `blanks` says which text follows each piece but the last. */
export type Template = {
  readonly pieces: readonly string[];
  readonly blanks: readonly number[];
  readonly length: number;
};

const inPattern = (word: string) => word.replace(/[^\w]/g, '\\$&');

/** Cuts markup that was rendered with blanks where they stand. */
export function templateOf(markup: string, texts: Texts): Template {
  const words = texts.map(([blank]) => blank);
  const cut = markup.split(new RegExp(`(${words.map(inPattern).join('|')})`));
  return {
    pieces: cut.filter((_, index) => index % 2 === 0),
    blanks: cut.filter((_, index) => index % 2 === 1).map((word) => words.indexOf(word)),
    length: markup.length,
  };
}

const ESCAPES: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' };

/** As React writes texts, in attributes and between tags. */
const escaped = (text: string) =>
  /["'&<>]/.test(text) ? text.replace(/["'&<>]/g, (sign) => ESCAPES[sign] ?? '') : text;

export function fillIn({ pieces, blanks }: Template, texts: Texts): string {
  const words = texts.map(([, text]) => escaped(text));
  let markup = pieces[0] ?? '';
  blanks.forEach((blank, index) => {
    markup += `${words[blank]}${pieces[index + 1]}`;
  });
  return markup;
}
