import { expect, it } from 'vitest';
import { codeGroups } from './code-groups.ts';

it.each([
  ['ABCD1234EF', ['ABCD', '1234', 'EF']],
  ['ABC', ['ABC']],
  ['AAAAA-12345', ['AAAAA-', '12345']],
  ['-A--B C-', ['-', 'A--', 'B C-']],
  ['', []],
])('the code "%s" is split into readable groups', (code, groups) => {
  expect(codeGroups(code)).toEqual(groups);
});
