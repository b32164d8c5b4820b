import { hash, verify } from '@node-rs/argon2';
import { createTurns } from '../../platform/turns.ts';

// argon2id is the library's default algorithm.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
// 46 MiB a hash: more at once would let a burst of sign-ins eat the memory of everything else.
const AT_ONCE = 4;

const inTurn = createTurns(AT_ONCE);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

/** Verified against for unknown accounts, so that they take as long to refuse as known ones. */
const dummyHash = hashPassword('no account has this password');

export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const target = passwordHash ?? (await dummyHash);
  const matches = (candidate: string) => inTurn(() => verify(target, candidate));
  const trimmed = password.trim();
  // Passwords used to lose the spaces at their ends before they were hashed.
  const isRight = (await matches(password)) || (trimmed !== password && (await matches(trimmed)));
  return isRight && passwordHash !== undefined;
}
