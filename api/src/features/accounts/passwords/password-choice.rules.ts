import { fieldMessages } from '@shop/contract/failures/messages';
import { fail } from '../../../platform/failure.ts';
import { commonWords } from './common-passwords.ts';
import { candidateWords, lettersOf } from './password-words.rules.ts';

/** Rising, falling or repeated digits or signs with fewer than three letters beside them. */
const isSequence = (password: string) =>
  lettersOf(password).length < 3 && /(0123|1234|2345|4321|9876|(.)\2\2)/.test(password);

const NAME_PART_MIN = 4;

/** Parts of the name and email address that must not be the word of a password. */
const partsOf = ({ name, email }: Person): string[] => {
  const local = email.toLowerCase().split('@', 1)[0] ?? '';
  const all = [
    ...name.toLowerCase().split(/\s+/),
    lettersOf(name.toLowerCase()),
    lettersOf(local),
    ...local.split(/[^\p{L}]+/u),
  ];
  return all.map(lettersOf).filter((part) => part.length >= NAME_PART_MIN);
};

/** Whether an attacker would try this password first, in plain or decorated form. `more` adds forbidden words. */
export const isCommon = (password: string, more: ReadonlySet<string> = new Set()): boolean =>
  isSequence(password) || candidateWords(password).some((word) => commonWords.has(word) || more.has(word));

export type Person = { name: string; email: string };

/** Returns the message for the form, or undefined if the password is acceptable. */
export function findPasswordProblem(password: string, person: Person): string | undefined {
  if (isCommon(password)) return fieldMessages.passwordCommon;
  const words = candidateWords(password);
  if (partsOf(person).some((part) => words.includes(part))) return fieldMessages.passwordLikeYou;
  const { email } = person;
  if (password.toLowerCase().includes(email.toLowerCase())) return fieldMessages.passwordLikeYou;
  return undefined;
}

/** Also refuses common passwords and passwords made of the user's name or email, which the form does not check. */
export function requireGoodPassword(password: string, person: Person, field: string): void {
  const message = findPasswordProblem(password, person);
  if (message) throw fail('validationFailed', { errors: { [field]: message } });
}
