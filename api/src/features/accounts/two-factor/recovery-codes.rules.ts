import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
// Without letters and digits that look alike, such as l and 1.
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

const oneOf = (signs: string) => signs.charAt(randomInt(signs.length));
const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => oneOf(SIGNS)).join('');
const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-');

/** Each code has 80 random bits, so that a fast hash is enough to store it. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Hashes the code without hyphens, as the contract normalizes it. */
export const recoveryHashOf = (code: string): Buffer => createHash('sha256').update(code.replaceAll('-', '')).digest();
