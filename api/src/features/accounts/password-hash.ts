import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default algorithm.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
// 46 MiB a hash: more at once would let a burst of sign-ins eat the memory of everything else.
const AT_ONCE = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, OPTIONS));

/** Verified against for unknown accounts, so that they take as long to refuse as known ones. */
const dummyHash = hashPassword('no account has this password');

export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const target = passwordHash ?? (await dummyHash);
  const matches = await limited(() => verify(target, password));
  return matches && passwordHash !== undefined;
}
