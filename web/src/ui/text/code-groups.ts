/**
 * Splits a code into groups of four for reading. A code that brings its own separators keeps them; where its hyphens are, a
 * line may end: browsers allow that before a letter only, and would rather break a group.
 */
export function codeGroups(code: string): string[] {
  if (/[^A-Za-z0-9]/.test(code)) return code.match(/[^-]+-*|-+/g) ?? [];
  return code.match(/.{1,4}/g) ?? [];
}
