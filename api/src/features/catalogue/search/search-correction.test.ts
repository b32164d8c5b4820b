import { expect, it } from 'vitest';
import { correctionOf, finishedWords } from './search.rules.ts';

const known = (word: string) => ({ word, completions: [word], nearest: [] });
const mistyped = (word: string, ...nearest: string[]) => ({ word, completions: [], nearest });

it('the correction replaces unknown words and is null if there is none', () => {
  expect(correctionOf('Amzon gift', [mistyped('amzon', 'amazon'), known('gift')])).toBe('amazon gift');
  expect(correctionOf('amazon', [known('amazon')])).toBeNull();
  expect(correctionOf('qqqq', [mistyped('qqqq')])).toBeNull();
  expect(correctionOf('', [])).toBeNull();
});

it('Hindi vowel signs stay with their word', () => {
  expect(correctionOf('हिन्दि गिफ़्ट', [mistyped('हिन्दि', 'हिन्दी'), known('गिफ़्ट')])).toBe('हिन्दी गिफ़्ट');
  expect(finishedWords('हिन्दी गिफ')).toEqual(new Set(['हिन्दी']));
});
