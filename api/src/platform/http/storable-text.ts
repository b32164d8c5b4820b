import { type ExpectedFailure, fail } from '../failure.ts';

export const unstorableText = (): ExpectedFailure =>
  fail('validationFailed', { message: 'The text contains characters that cannot be stored.' });

/** Half of a character (a lone surrogate), which JSON can write, is no text: PostgreSQL refuses it, or stores another. */
export function isWellFormed(input: unknown): boolean {
  if (typeof input === 'string') return input.isWellFormed();
  return typeof input !== 'object' || input === null || Object.values(input).every(isWellFormed);
}
