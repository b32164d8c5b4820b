import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** Nobody guesses it. Whoever has it is known by it, and the database knows only its hash. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');
export const isSecret = (value: string): boolean => /^[\w-]{43}$/.test(value);
export const secretHashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
