import { describe, expect, it } from 'vitest';
import { newPassword } from './accounts.ts';
import { passwordChecklist, passwordScore, strengthLabel } from './password.ts';

describe('password strength', () => {
  it.each([
    ['', 0, ''],
    ['a', 1, 'Weak'],
    ['aB', 2, 'Fair'],
    ['aB1', 3, 'Good'],
    ['aB1-', 4, 'Strong'],
    ['aB1-aB1-', 5, 'Strong'],
  ])('the password %j has the score %i and the label %j', (password, score, label) => {
    expect(passwordScore(password)).toBe(score);
    expect(strengthLabel(passwordScore(password))).toBe(label);
  });

  it('a password is accepted exactly if it meets the whole checklist', () => {
    for (const password of ['aB1-aB1-', 'aB1!aB1!', 'aB1!', 'AB1!AB1!', 'ab1!ab1!', 'aBc!aBc!']) {
      const isMet = passwordChecklist.every(({ pattern }) => pattern.test(password));
      expect(newPassword.safeParse(password).success, password).toBe(isMet);
    }
  });
});
