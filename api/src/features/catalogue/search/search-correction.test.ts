import { expect, it } from 'vitest';
import { correctionOf, typedToTheEnd } from './search.rules.ts';

const known = (word: string) => ({ word, begun: [word], nearest: [] });
const mistyped = (word: string, ...nearest: string[]) => ({ word, begun: [], nearest });

it('names the word that was searched for instead', () => {
  expect(correctionOf('Amzon gift', [mistyped('amzon', 'amazon'), known('gift')])).toBe('amazon gift');
  expect(correctionOf('amazon', [known('amazon')])).toBeNull();
  expect(correctionOf('qqqq', [mistyped('qqqq')])).toBeNull();
  expect(correctionOf('', [])).toBeNull();
});

it('keeps vowel signs with the word that they belong to', () => {
  expect(correctionOf('हिन्दि गिफ़्ट', [mistyped('हिन्दि', 'हिन्दी'), known('गिफ़्ट')])).toBe('हिन्दी गिफ़्ट');
  expect(typedToTheEnd('हिन्दी गिफ')).toEqual(new Set(['हिन्दी']));
});
