import { type ExpectedFailure, fail } from '../../failure.ts';

export const unstorableText = (): ExpectedFailure =>
  fail('validationFailed', { message: 'The text contains characters that cannot be stored.' });

/**
 * Finds half characters (lone surrogates), which JSON can contain: PostgreSQL refuses them or stores another character.
 * Uses a list instead of recursion, because JSON can be deeper than the call stack.
 */
export function isWellFormed(input: unknown): boolean {
  const found = [input];
  for (const value of found) {
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) found.push(inner);
  }
  return true;
}
