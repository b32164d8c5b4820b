import { randomBytes } from 'node:crypto';

/** 96 random bits, and one of each kind of character that the rules ask for. */
export const randomPassword = (): string => `${randomBytes(12).toString('base64url')}aA1!`;
