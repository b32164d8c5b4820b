import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';

/** The mail that is being sent; undefined when its sender was killed in the middle of it. */
export async function readMail(stream: Readable): Promise<Email | undefined> {
  const raw = await buffer(stream).catch(() => undefined);
  return raw && PostalMime.parse(raw);
}
