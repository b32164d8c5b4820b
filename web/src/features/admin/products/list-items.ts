/** Empty items do not count and are not sent (spec §5). */
export const itemsOf = (items: readonly string[]): string[] => items.filter((item) => item.trim() !== '');

/** Splits bulk text into items, with one empty item at least to type into. */
export function linesOf(text: string): string[] {
  const lines = itemsOf(text.split('\n'));
  return lines.length > 0 ? lines : [''];
}

/** The first message of a list's error, which may be about the list or about one item. */
export function errorText(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const part of Object.values(error)) {
    const text = errorText(part);
    if (text) return text;
  }
  return undefined;
}
