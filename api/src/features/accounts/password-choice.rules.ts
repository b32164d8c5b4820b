import { fieldMessages } from '@shop/contract/messages';
import { commonWords } from './common-passwords.ts';

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
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '');
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** What is left of a password without its decoration: to whoever guesses, `P@ssw0rd123!` is the word `password`. */
function wordsIn(password: string): string[] {
  const lower = password.toLowerCase();
  const trimmed = bare(lower);
  const found = [lower, letters(lower), trimmed, meant(trimmed), letters(meant(trimmed)), letters(meant(lower))];
  // The same twice is not better than once.
  return [
    ...new Set(found.flatMap((word) => [word, word.slice(0, word.length / 2).repeat(2) === word ? half(word) : word])),
  ];
}
const half = (word: string) => word.slice(0, word.length / 2);

/** Digits and signs in a row, up, down or alike, with next to nothing else. */
const isSequence = (password: string) =>
  letters(password).length < 3 && /(0123|1234|2345|4321|9876|(.)\2\2)/.test(password);

const LIKE_MIN = 4;

/** The parts of a person's name and address that a password must not be made of. */
const partsOf = ({ name, email }: Person): string[] => {
  const local = email.toLowerCase().split('@', 1)[0] ?? '';
  const all = [
    ...name.toLowerCase().split(/\s+/),
    letters(name.toLowerCase()),
    letters(local),
    ...local.split(/[^\p{L}]+/u),
  ];
  return all.map(letters).filter((part) => part.length >= LIKE_MIN);
};

/** Whether it is what everybody tries first, however it is decorated; `more` are words that must not be in it besides. */
export const isCommon = (password: string, more: ReadonlySet<string> = new Set()): boolean =>
  isSequence(password) || wordsIn(password).some((word) => commonWords.has(word) || more.has(word));

export type Person = { name: string; email: string };

/** Why a person should not choose this password; undefined when nothing speaks against it. */
export function complaintAbout(password: string, person: Person): string | undefined {
  if (isCommon(password)) return fieldMessages.passwordCommon;
  const words = wordsIn(password);
  if (partsOf(person).some((part) => words.includes(part))) return fieldMessages.passwordLikeYou;
  const { email } = person;
  if (password.toLowerCase().includes(email.toLowerCase())) return fieldMessages.passwordLikeYou;
  return undefined;
}
