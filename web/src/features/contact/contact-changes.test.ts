import type { Contact } from '@shop/contract/contact';
import { describe, expect, it } from 'vitest';
import { applyOptimisticChanges } from './contact-changes.ts';

const contact = (_id: string, isResolved = false): Contact => ({
  _id,
  source: 'contact',
  name: 'Asha Rao',
  email: 'asha@example.com',
  contactType: 'general',
  subject: 'General Inquiry',
  message: 'Hello',
  isResolved,
  createdAt: new Date().toISOString(),
});
const list = {
  data: [contact('a'), contact('b', true)],
  stats: { total: 7, resolved: 3, pending: 4, newToday: 2 },
};

describe('optimistic changes of contacts', () => {
  it('a toggled contact is shown at once and moves between the counts', () => {
    const shown = applyOptimisticChanges(list, { a: contact('a', true) });
    expect(shown.data.map(({ isResolved }) => isResolved)).toEqual([true, true]);
    expect(shown.stats).toEqual({ total: 7, resolved: 4, pending: 3, newToday: 2 });
  });

  it('a deleted contact leaves the list and the counts at once', () => {
    const shown = applyOptimisticChanges(list, { b: null });
    expect(shown.data.map(({ _id }) => _id)).toEqual(['a']);
    expect(shown.stats).toEqual({ total: 6, resolved: 2, pending: 4, newToday: 1 });
  });

  it("without optimistic changes the server's list is shown", () => {
    expect(applyOptimisticChanges(list, {})).toEqual(list);
  });

  it('an optimistic change of a contact on another page has no effect', () => {
    expect(applyOptimisticChanges(list, { z: null })).toEqual(list);
  });
});
