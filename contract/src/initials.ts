/** 'Asha Rao' → 'AR', 'asha' → 'A', '' → '?'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (!first) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (firstLetter(first) + (last ? firstLetter(last) : '')).toLocaleUpperCase('en');
}

// Splits by code point, so that another script or an emoji is not cut in half.
function firstLetter(word: string): string {
  return [...word][0] ?? '';
}
