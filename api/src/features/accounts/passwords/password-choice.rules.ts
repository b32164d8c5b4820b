import { fieldMessages } from '@shop/contract/failures/messages';
import { fail } from '../../../platform/failure.ts';
import { commonWords } from './common-passwords.ts';
import { letters, wordsIn } from './password-words.rules.ts';

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
export function findPasswordProblem(password: string, person: Person): string | undefined {
  if (isCommon(password)) return fieldMessages.passwordCommon;
  const words = wordsIn(password);
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
