import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A random token for a cookie. The database stores only its hash. */
export const newSecret = (): string => randomBytes(BYTES).toString('base64url');
export const isSecret = (value: string): boolean => /^[\w-]{43}$/.test(value);
export const secretHashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
