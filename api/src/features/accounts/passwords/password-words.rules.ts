const LETTERS_MEANT: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};

const meant = (text: string) => text.replace(/[@4310$5!7+]/g, (sign) => LETTERS_MEANT[sign] ?? sign);
export const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** What is left of a password without its decoration: to whoever guesses, `P@ssw0rd123!` is the word `password`. */
export function wordsIn(password: string): string[] {
  const lower = password.toLowerCase();
  const trimmed = bare(lower);
  const found = [lower, letters(lower), trimmed, meant(trimmed), letters(meant(trimmed)), letters(meant(lower))];
  // The same twice is not better than once.
  return [...new Set(found.flatMap((word) => [word, half(word).repeat(2) === word ? half(word) : word]))];
}
const half = (word: string) => word.slice(0, word.length / 2);
