/**
 * Splits a code into groups of four for reading. A code with separators keeps them and is split after its hyphens:
 * browsers allow a line break there only before a letter, and would otherwise break a group.
 */
export function codeGroups(code: string): string[] {
  if (/[^A-Za-z0-9]/.test(code)) return code.match(/[^-]+-*|-+/g) ?? [];
  return code.match(/.{1,4}/g) ?? [];
}
