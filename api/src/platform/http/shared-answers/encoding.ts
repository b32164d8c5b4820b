import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The best encoding first. Brotli quality 4 costs about as much CPU as gzip. */
const encoders: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body) => gzipSync(body),
};
const encodings = Object.keys(encoders) as Encoding[];

const LEAST_BYTES = 1024;

/** Undefined if compression saves too little. A compressed body is at most half of the body; the memory limit relies on this. */
export function encode(body: Buffer, encoding: Encoding): Buffer | undefined {
  if (body.length < LEAST_BYTES) return undefined;
  const encoded = encoders[encoding](body);
  return encoded.length <= body.length / 2 ? encoded : undefined;
}

const isAccepted = (header: string, encoding: Encoding) =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.toLowerCase().split(';');
    const isNamed = name.trim() === encoding || name.trim() === '*';
    return isNamed && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });

// Browsers send a handful of different headers. The limit keeps invented headers from filling the memory.
const REMEMBERED = 100;
const chosen = new Map<string, Encoding | undefined>();

export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (!header) return undefined;
  if (chosen.has(header)) return chosen.get(header);
  const encoding = encodings.find((candidate) => isAccepted(header, candidate));
  if (chosen.size < REMEMBERED) chosen.set(header, encoding);
  return encoding;
}
