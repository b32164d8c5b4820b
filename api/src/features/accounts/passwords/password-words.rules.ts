const LEET_LETTERS: Record<string, string> = {
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

const undoLeet = (text: string) => text.replace(/[@4310$5!7+]/g, (sign) => LEET_LETTERS[sign] ?? sign);
export const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');
const trimToLetters = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Strips the decoration that guessing tools add: `P@ssw0rd123!` yields the word `password`. */
export function candidateWords(password: string): string[] {
  const lower = password.toLowerCase();
  const trimmed = trimToLetters(lower);
  const found = [
    lower,
    lettersOf(lower),
    trimmed,
    undoLeet(trimmed),
    lettersOf(undoLeet(trimmed)),
    lettersOf(undoLeet(lower)),
  ];
  // A doubled word (`dragondragon`) counts as the single word.
  return [...new Set(found.flatMap((word) => [word, firstHalf(word).repeat(2) === word ? firstHalf(word) : word]))];
}
const firstHalf = (word: string) => word.slice(0, word.length / 2);
