import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['Asha Rao', 'AR'],
  ['asha', 'A'],
  ['  Asha   Devi  Rao ', 'AR'],
  ['😀 smile', '😀S'],
  ['   ', '?'],
])('takes the initials of "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
