import { TITLE } from '@shop/contract/limits/limits';
import { expect, it } from 'vitest';
import { copiedTitle } from './copied-product.ts';

it('cuts the title of a copy to the limit without splitting a character', () => {
  const title = `${'x'.repeat(TITLE.max - 'Copy of '.length - 1)}🎁`;
  expect(copiedTitle('Gift 🎁')).toBe('Copy of Gift 🎁');
  expect(copiedTitle(title)).toBe(`Copy of ${title.slice(0, -2)}`);
});
