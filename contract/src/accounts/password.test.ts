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
  ])('%j scores %i: %j', (password, score, label) => {
    expect(passwordScore(password)).toBe(score);
    expect(strengthLabel(passwordScore(password))).toBe(label);
  });

  it('has a checklist that is met exactly when the password is accepted', () => {
    for (const password of ['aB1-aB1-', 'aB1!aB1!', 'aB1!', 'AB1!AB1!', 'ab1!ab1!', 'aBc!aBc!']) {
      const isMet = passwordChecklist.every(({ pattern }) => pattern.test(password));
      expect(newPassword.safeParse(password).success, password).toBe(isMet);
    }
  });
});
