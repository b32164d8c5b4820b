import { describe, expect, it } from 'vitest';
import { permutationsOf } from '../../../testing/data/permutations.ts';
import type { DisputeState } from '../provider/payment-provider.ts';
import { isDecided, mayMove, meaningOf } from './disputes.rules.ts';

const states = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
const early = new Date('2026-11-19T10:00:00Z');
const late = new Date('2026-11-19T12:00:00Z');
const event = { isActionRequired: false, at: late };
const known = (state: DisputeState) => ({
  state,
  amount_paise: 49_900,
  deducted_paise: 0,
  phase: 'chargeback',
  respond_by: null,
  answer_asked_at: early,
});
const reported = (state: DisputeState) => ({
  state,
  amountPaise: 49_900,
  deductedPaise: 0,
  phase: 'chargeback',
  respondBy: null,
});

describe('the state of a dispute', () => {
  it('can alternate while it is undecided and end in any decided state', () => {
    for (const from of ['open', 'under_review'] as const)
      expect(states.filter((to) => mayMove(from, to))).toEqual([...states]);
  });

  it.each(['won', 'lost', 'closed'] as const)('keeps %s for good', (from) => {
    expect(states.filter((to) => mayMove(from, to))).toEqual([from]);
    expect(meaningOf(known(from), reported('open'), event)).toBe('contradicts');
  });

  it('never leaves a decided state in any of the 120 orders of the five states', () => {
    for (const order of permutationsOf(states)) {
      let state: DisputeState | undefined;
      for (const next of order) {
        const meaning = meaningOf(state && known(state), reported(next), event);
        if (state && isDecided(state)) expect([order, next, meaning]).toEqual([order, next, 'contradicts']);
        else state = next;
      }
    }
  });
});

describe('a mail to the owners about a dispute', () => {
  it('is sent for a new dispute that is open', () => {
    expect(states.filter((state) => meaningOf(undefined, reported(state), event) === 'asks')).toEqual(['open']);
  });

  it('is sent if a dispute under review is open again', () => {
    expect(meaningOf(known('under_review'), reported('open'), event)).toBe('asks');
  });

  it('is sent if action is required again before the review was seen', () => {
    const again = { isActionRequired: true, at: late };
    expect(meaningOf(known('open'), reported('open'), again)).toBe('asks');
    expect(meaningOf(known('open'), reported('open'), { ...again, at: early })).toBe('same');
  });

  it('is not sent for a repeated or late event', () => {
    expect(meaningOf(known('open'), reported('open'), event)).toBe('same');
    expect(meaningOf(known('under_review'), reported('lost'), event)).toBe('changes');
  });
});

it('a deduction that follows the decision changes the record', () => {
  expect(meaningOf(known('lost'), { ...reported('lost'), deductedPaise: 49_900 }, event)).toBe('changes');
});
