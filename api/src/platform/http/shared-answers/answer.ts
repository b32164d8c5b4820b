import { hash } from 'node:crypto';
import { type Encoding, encode } from './encoding.ts';

/** Bytes to send, and the block of headers that goes before them: names and values in turn, as Node takes them. */
export type Form = {
  readonly body: Buffer;
  readonly headers: readonly string[];
  readonly unchanged: readonly string[];
};

/** A finished answer that is the same for everybody. */
export type Answer = {
  readonly status: 200 | 404;
  readonly tag: string;
  readonly body: Buffer;
  /** How many public reads it took, and so counts for. */
  readonly reads: number;
  /** What it was made of: the addresses it read, and the tag of what each answered. */
  readonly sources: ReadonlyMap<string, string>;
  /** As it is, or encoded; each is made when it is first asked for. */
  form(encoding: Encoding | undefined): Form;
};

type Content = Pick<Answer, 'reads' | 'sources'> & {
  status?: Answer['status'];
  body: Buffer;
  type: string;
  headers: Record<string, string>;
};

export function makeAnswer({ status = 200, body, type, headers, ...rest }: Content): Answer {
  // Tells apart and protects nothing: the fastest will do.
  const tag = hash('sha1', body, 'base64url');
  const always = Object.entries(headers).flat();
  const makeForm = (encoding: Encoding | undefined): Form => {
    const encoded = encoding && encode(body, encoding);
    if (encoding && !encoded) return form(undefined);
    const sent = encoded ?? body;
    // A strong tag names the bytes, so each encoding has its own.
    const unchanged = [...always, 'etag', encoding ? `"${tag}-${encoding}"` : `"${tag}"`];
    const described = ['content-type', type, 'content-length', String(sent.length)];
    return {
      body: sent,
      unchanged,
      headers: [...unchanged, ...described, ...(encoding ? ['content-encoding', encoding] : [])],
    };
  };
  const forms = new Map<Encoding | undefined, Form>();
  const form = (encoding: Encoding | undefined): Form => {
    const made = forms.get(encoding) ?? makeForm(encoding);
    forms.set(encoding, made);
    return made;
  };
  return { status, tag, body, form, ...rest };
}
