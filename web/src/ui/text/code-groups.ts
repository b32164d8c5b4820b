/**
 * Splits a code into groups of four for reading. A code with separators keeps them and is split after its hyphens, because
 * browsers break a line after a hyphen only before a letter.
 */
export function codeGroups(code: string): string[] {
  if (/[^A-Za-z0-9]/.test(code)) return code.match(/[^-]+-*|-+/g) ?? [];
  return code.match(/.{1,4}/g) ?? [];
}
