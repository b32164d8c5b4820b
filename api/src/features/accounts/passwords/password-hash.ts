import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../../../platform/concurrency-limit.ts';

// argon2id is the library's default algorithm.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
// 46 MiB a hash: more at once would let a burst of sign-ins eat the memory of everything else.
const AT_ONCE = 4;

const inTurn = createConcurrencyLimit(AT_ONCE);

/** In one form: keyboards differ in whether an é is one sign or two. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), OPTIONS));

/** Verified against for unknown accounts, so that they take as long to refuse as known ones. */
const dummyHash = hashPassword('no account has this password');

export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const target = passwordHash ?? (await dummyHash);
  // Passwords used to be hashed in the form in which they were typed, and before that without the spaces at their ends.
  for (const candidate of new Set([password.normalize('NFC'), password, password.trim()]))
    if (await inTurn(() => verify(target, candidate))) return passwordHash !== undefined;
  return false;
}
