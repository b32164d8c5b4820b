import type { Contact } from '@shop/contract/contact';
import { describe, expect, it } from 'vitest';
import { withExpected } from './contact-changes.ts';

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

describe('changes that are shown before the server agrees', () => {
  it('shows a toggled contact and moves it between the counts', () => {
    const shown = withExpected(list, { a: contact('a', true) });
    expect(shown.data.map(({ isResolved }) => isResolved)).toEqual([true, true]);
    expect(shown.stats).toEqual({ total: 7, resolved: 4, pending: 3, newToday: 2 });
  });

  it('leaves out a deleted contact and its counts', () => {
    const shown = withExpected(list, { b: null });
    expect(shown.data.map(({ _id }) => _id)).toEqual(['a']);
    expect(shown.stats).toEqual({ total: 6, resolved: 2, pending: 4, newToday: 1 });
  });

  it("shows the server's list when nothing is expected any more", () => {
    expect(withExpected(list, {})).toEqual(list);
  });

  it('ignores an expectation about a contact of another page', () => {
    expect(withExpected(list, { z: null })).toEqual(list);
  });
});
