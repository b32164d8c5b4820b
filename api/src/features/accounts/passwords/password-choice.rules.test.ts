import { passwordRequirements } from '@shop/contract/accounts/password';
import { expect, it } from 'vitest';
import { commonWords } from './common-passwords.ts';
import { findPasswordProblem } from './password-choice.rules.ts';

const asha = { name: 'Asha Rao', email: 'asha.rao-99@example.com' };
const COMMON = 'This password is among the most common. Please choose another one.';
const LIKE_YOU = 'Your password cannot be your name or email. Please choose another one.';

it.each([
  ['Password1!', COMMON],
  ['P@ssw0rd', COMMON],
  ['P@$$w0rd123', COMMON],
  ['Passw0rd!', COMMON],
  ['Welcome@123', COMMON],
  ['Admin@123', COMMON],
  ['Qwerty@123', COMMON],
  ['Qwertyuiop1!', COMMON],
  ['Abcd@1234', COMMON],
  ['ILoveYou#1', COMMON],
  ['123Monkey!', COMMON],
  ['Jai.Hanuman1', COMMON],
  ['Dragon!Dragon1', COMMON],
  ['Aa@12345678', COMMON],
  ['Asha@1234', LIKE_YOU],
  ['AshaRao#2026', LIKE_YOU],
  ['Asha.Rao-99@example.com', LIKE_YOU],
  ['Test@1234', undefined],
  ['Monsoon#2026', undefined],
  ['Correct-Horse-9', undefined],
  ['Fresh#Horse9', undefined],
  ['Winter#2028', undefined],
  ['Harvest#2027', undefined],
  ['correct horse battery Staple 9!', undefined],
  ['Grashalm-über-7', undefined],
])('the password %s gets the answer %s', (password, complaint) => {
  expect(findPasswordProblem(password, asha)).toBe(complaint);
});

// The two hundred most used passwords of 2023, 2024 and 2025, without those that the password rules already refuse.
const MOST_USED = `
P@ssw0rd P@$$w0rd P@55w0rd Pass@123 Pass@1234 Pass@12345 Password@1 Password@123 Admin@123 Admin@1234 Abc@1234 Abc@12345
Abcd@123 Abcd@1234 Abcd1234@ Aa@12345 Aa@123456 Aa@1234567 Aa@123456789 Aa123456@ 123456aA@ Qwerty1! Qwerty1? Qwerty123!
Qwerty123? Qwerty@123 Welcome@123 India@123 Demo@123 Test@123 Kumar@123 Global123@`;

it('each of the most used passwords is refused', () => {
  for (const password of MOST_USED.trim().split(/\s+/)) {
    expect([password, passwordRequirements.every(({ pattern }) => pattern.test(password))]).toEqual([password, true]);
    expect([password, findPasswordProblem(password, asha)]).toEqual([password, COMMON]);
  }
});

it('the password rules of the form alone would accept common passwords (control)', () => {
  for (const password of ['Password1!', 'Welcome@123', 'Asha@1234'])
    expect(passwordRequirements.every(({ pattern }) => pattern.test(password))).toBe(true);
});

it('the list of common words has more than 900 words in lower case', () => {
  expect(commonWords.size).toBeGreaterThan(900);
  for (const word of commonWords) expect(word).toBe(word.toLowerCase());
});
