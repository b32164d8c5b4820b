import { describe, expect, it } from 'vitest';
import { errorText, itemsOf, linesOf } from './list-items.ts';

describe('list items', () => {
  it('drops blank lines of bulk text', () => {
    expect(linesOf('First\n\n  \nSecond\n')).toEqual(['First', 'Second']);
  });

  it('keeps one blank item to type into', () => {
    expect(linesOf('\n \n')).toEqual(['']);
  });

  it('counts only items with text', () => {
    expect(itemsOf(['a', ' ', '', 'b'])).toHaveLength(2);
  });

  it("finds the message of a list and of one of a list's items", () => {
    expect(errorText({ message: 'At most 50 items' })).toBe('At most 50 items');
    expect(errorText([undefined, { message: 'Too long', type: 'too_big' }])).toBe('Too long');
    expect(errorText(undefined)).toBeUndefined();
  });
});
