import type { Contact, ContactStats } from '@shop/contract/contact';
import { isoDay } from '../../lib/format/dates.ts';

type ContactList = { data: Contact[]; stats: ContactStats | null };

/** Optimistic changes by contact id: the contact after the change, or null after a deletion. */
export type OptimisticChanges = Record<string, Contact | null>;

const isFromToday = ({ createdAt }: Contact) => isoDay(new Date(createdAt)) === isoDay(new Date());

function countOf(contact: Contact | null): ContactStats {
  if (!contact) return { total: 0, resolved: 0, pending: 0, newToday: 0 };
  return {
    total: 1,
    resolved: contact.isResolved ? 1 : 0,
    pending: contact.isResolved ? 0 : 1,
    newToday: isFromToday(contact) ? 1 : 0,
  };
}

function movedStats(stats: ContactStats, from: Contact, to: Contact | null): ContactStats {
  const before = countOf(from);
  const after = countOf(to);
  return {
    total: stats.total - before.total + after.total,
    resolved: stats.resolved - before.resolved + after.resolved,
    pending: stats.pending - before.pending + after.pending,
    newToday: stats.newToday - before.newToday + after.newToday,
  };
}

/** Changes or removes one contact of the list and adjusts the counts. */
export function withChange({ data, stats }: ContactList, id: string, after: Contact | null): ContactList {
  const before = data.find(({ _id }) => _id === id);
  if (!before) return { data, stats };
  return {
    data: data.flatMap((contact) => (contact._id === id ? (after ?? []) : contact)),
    stats: stats && movedStats(stats, before, after),
  };
}

/** The server's list with all optimistic changes applied. Removing a change restores the server's value. */
export const applyOptimisticChanges = (list: ContactList, expected: OptimisticChanges): ContactList =>
  Object.entries(expected).reduce((changed, [id, after]) => withChange(changed, id, after), list);
