import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
// No letter or digit that looks like another.
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

const oneOf = (signs: string) => signs.charAt(randomInt(signs.length));
const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => oneOf(SIGNS)).join('');
const newCode = () => Array.from({ length: GROUPS }, newGroup).join('-');

/** Sixteen signs of thirty-two are 80 bits: nobody finds one by its hash. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Of the code as the contract reads it: without hyphens. */
export const recoveryHashOf = (code: string): Buffer => createHash('sha256').update(code.replaceAll('-', '')).digest();
