/** Splits a code into groups of four for reading; a code that brings its own separators keeps them. */
export function codeGroups(code: string): string[] {
  if (/[^A-Za-z0-9]/.test(code)) return [code];
  return code.match(/.{1,4}/g) ?? [];
}
