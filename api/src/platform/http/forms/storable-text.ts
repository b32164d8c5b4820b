import { type ExpectedFailure, fail } from '../../failure.ts';

export const unstorableText = (): ExpectedFailure =>
  fail('validationFailed', { message: 'The text contains characters that cannot be stored.' });

/**
 * Half of a character (a lone surrogate), which JSON can write, is no text: PostgreSQL refuses it, or stores another.
 * Looks at one thing after the other, because JSON can also be deeper than functions can call each other.
 */
export function isWellFormed(input: unknown): boolean {
  const found = [input];
  for (const value of found) {
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) found.push(inner);
  }
  return true;
}
