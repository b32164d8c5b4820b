import { passwordRequirements } from '@shop/contract/password';
import { expect, it } from 'vitest';
import { commonWords } from './common-passwords.ts';
import { complaintAbout } from './password-choice.rules.ts';

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
  ['Monsoon#2026', undefined],
  ['Correct-Horse-9', undefined],
  ['Fresh#Horse9', undefined],
  ['Winter#2028', undefined],
  ['Harvest#2027', undefined],
  ['correct horse battery Staple 9!', undefined],
  ['Grashalm-über-7', undefined],
])('says of %s: %s', (password, complaint) => {
  expect(complaintAbout(password, asha)).toBe(complaint);
});

it('lets the rules for new passwords pass what only this stops', () => {
  for (const password of ['Password1!', 'Welcome@123', 'Asha@1234'])
    expect(passwordRequirements.every(({ pattern }) => pattern.test(password))).toBe(true);
});

it('knows many words, each once and in the form that it looks for', () => {
  expect(commonWords.size).toBeGreaterThan(900);
  for (const word of commonWords) expect(word).toBe(word.toLowerCase());
});
