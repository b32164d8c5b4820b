import { hash } from 'node:crypto';
import { type Encoding, encode } from './encoding.ts';

/** A body in one encoding, with its headers as Node takes them: names and values in turn. `unchanged` is for a 304. */
export type EncodedAnswer = {
  readonly body: Buffer;
  readonly headers: readonly string[];
  readonly unchanged: readonly string[];
};

/** A rendered answer that is the same for everybody. */
export type Answer = {
  readonly status: 200 | 404;
  readonly tag: string;
  readonly body: Buffer;
  /** How many public reads it counts as. */
  readonly reads: number;
  /** The API URLs that it was made from, with the tag of each answer. */
  readonly sources: ReadonlyMap<string, string>;
  /** Plain or compressed; compressed at the first request for that encoding. */
  encodedAs(encoding: Encoding | undefined): EncodedAnswer;
};

type Content = Pick<Answer, 'reads' | 'sources'> & {
  status?: Answer['status'];
  body: Buffer;
  type: string;
  headers: Record<string, string>;
};

export function makeAnswer({ status = 200, body, type, headers, ...rest }: Content): Answer {
  // The tag only detects changes, so a fast hash is enough.
  const tag = hash('sha1', body, 'base64url');
  const always = Object.entries(headers).flat();
  const encodeAs = (encoding: Encoding | undefined): EncodedAnswer => {
    const encoded = encoding && encode(body, encoding);
    if (encoding && !encoded) return encodedAs(undefined);
    const sent = encoded ?? body;
    // A strong ETag identifies bytes, so each encoding has its own.
    const unchanged = [...always, 'etag', encoding ? `"${tag}-${encoding}"` : `"${tag}"`];
    const described = ['content-type', type, 'content-length', String(sent.length)];
    return {
      body: sent,
      unchanged,
      headers: [...unchanged, ...described, ...(encoding ? ['content-encoding', encoding] : [])],
    };
  };
  const byEncoding = new Map<Encoding | undefined, EncodedAnswer>();
  const encodedAs = (encoding: Encoding | undefined): EncodedAnswer => {
    const encoded = byEncoding.get(encoding) ?? encodeAs(encoding);
    byEncoding.set(encoding, encoded);
    return encoded;
  };
  return { status, tag, body, encodedAs, ...rest };
}
