import { expect, it } from 'vitest';
import { correctionOf } from './search.rules.ts';

const known = (word: string) => ({ word, begun: [word], nearest: [] });
const mistyped = (word: string, ...nearest: string[]) => ({ word, begun: [], nearest });

it('names the word that was searched for instead', () => {
  expect(correctionOf('Amzon gift', [mistyped('amzon', 'amazon'), known('gift')])).toBe('amazon gift');
  expect(correctionOf('amazon', [known('amazon')])).toBeNull();
  expect(correctionOf('qqqq', [mistyped('qqqq')])).toBeNull();
  expect(correctionOf('', [])).toBeNull();
});
