import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';

/** Returns undefined if the sender was killed before the end of the mail. */
export async function readMail(stream: Readable): Promise<Email | undefined> {
  const raw = await buffer(stream).catch(() => undefined);
  return raw && PostalMime.parse(raw);
}
