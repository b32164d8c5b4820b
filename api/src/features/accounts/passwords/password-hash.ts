import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';

// argon2id is the library's default algorithm. `memoryCost` is in KiB.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
// One hash needs 46 MiB: without this limit a burst of sign-ins could use up the server's memory.
const MAX_CONCURRENT_HASHES = 4;

const withConcurrencyLimit = createConcurrencyLimit(MAX_CONCURRENT_HASHES);

/** Normalized, because some keyboards type é as one code point and others as two. */
export const hashPassword = (password: string): Promise<string> =>
  withConcurrencyLimit(() => hash(password.normalize('NFC'), OPTIONS));

/** Used for unknown accounts, so that their refusal takes as long as that of known accounts. */
const dummyHash = hashPassword('no account has this password');

export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const target = passwordHash ?? (await dummyHash);
  // Older hashes were made without normalization, and the oldest of the trimmed password.
  for (const candidate of new Set([password.normalize('NFC'), password, password.trim()]))
    if (await withConcurrencyLimit(() => verify(target, candidate))) return passwordHash !== undefined;
  return false;
}
