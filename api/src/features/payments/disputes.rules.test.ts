import { describe, expect, it } from 'vitest';
import { isAnswerAsked, mayMove } from './disputes.rules.ts';

const states = ['open', 'under_review', 'won', 'lost', 'closed'] as const;

describe('the order of dispute states', () => {
  it('lets undecided states alternate and end in any decided one', () => {
    for (const from of ['open', 'under_review'] as const)
      expect(states.filter((to) => mayMove(from, to))).toEqual([...states]);
  });

  it.each(['won', 'lost', 'closed'] as const)('keeps %s for good', (from) => {
    expect(states.filter((to) => mayMove(from, to))).toEqual([from]);
  });
});

describe('an answer is asked of the owners', () => {
  const early = new Date('2026-11-19T10:00:00Z');
  const late = new Date('2026-11-19T12:00:00Z');
  const event = { isActionRequired: false, at: late };
  const askedEarly = { state: 'open', answer_asked_at: early } as const;

  it('when a dispute is new, unless it is past answering', () => {
    expect(states.filter((state) => isAnswerAsked(undefined, { state }, event))).toEqual(['open']);
  });

  it('when a dispute under review is open again', () => {
    const underReview = { state: 'under_review', answer_asked_at: early } as const;
    expect(isAnswerAsked(underReview, { state: 'open' }, event)).toBe(true);
  });

  it('when action is required again before the review was seen', () => {
    const again = { isActionRequired: true, at: late };
    expect(isAnswerAsked(askedEarly, { state: 'open' }, again)).toBe(true);
    expect(isAnswerAsked(askedEarly, { state: 'open' }, { ...again, at: early })).toBe(false);
  });

  it('not by an event that is repeated or late', () => {
    expect(isAnswerAsked(askedEarly, { state: 'open' }, event)).toBe(false);
    expect(isAnswerAsked({ ...askedEarly, state: 'under_review' }, { state: 'lost' }, event)).toBe(false);
  });
});
