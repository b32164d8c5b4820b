import { randomBytes } from 'node:crypto';

/** 96 random bits, plus the suffix `aA1!` with each kind of character that the password rules require. */
export const randomPassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;
