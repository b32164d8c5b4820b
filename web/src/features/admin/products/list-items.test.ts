import { describe, expect, it } from 'vitest';
import { errorText, itemsOf, linesOf } from './list-items.ts';

describe('list items', () => {
  it('linesOf drops empty lines of bulk text', () => {
    expect(linesOf('First\n\n  \nSecond\n')).toEqual(['First', 'Second']);
  });

  it('linesOf returns one empty item for empty text', () => {
    expect(linesOf('\n \n')).toEqual(['']);
  });

  it('itemsOf returns only items with text', () => {
    expect(itemsOf(['a', ' ', '', 'b'])).toHaveLength(2);
  });

  it('errorText finds the message of a list and of one of its items', () => {
    expect(errorText({ message: 'At most 50 items' })).toBe('At most 50 items');
    expect(errorText([undefined, { message: 'Too long', type: 'too_big' }])).toBe('Too long');
    expect(errorText(undefined)).toBeUndefined();
  });
});
