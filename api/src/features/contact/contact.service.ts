import type { User } from '@shop/contract/accounts/accounts';
import type { Page } from '@shop/contract/common';
import type { BugReport, Contact, ContactQuery, ContactStats, ContactSubmission } from '@shop/contract/contact';
import { bugReportTypes, contactTypes } from '@shop/contract/contact-types';
import { recordAudit } from '../../platform/audit.ts';
import { clientAddress } from '../../platform/client-address.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { fail } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { readPage, type Slice } from '../../platform/lists/list-page.ts';
import { searchedText } from '../../platform/lists/list-search.queries.ts';
import { limit, mayMail, type RateLimitDeps } from '../../platform/rate-limit.ts';
import {
  type ContactRow,
  countContacts,
  findContact,
  findContactTotals,
  insertContact,
  listContactIds,
  listContacts,
  measureContacts,
  removeContact,
  removeContactsUpTo,
  toggleContact,
} from './contact.queries.ts';
import { ACKNOWLEDGEMENT_MAIL } from './contact-acknowledgement.ts';

export type ContactDeps = RateLimitDeps;

const PER_ADDRESS = { max: 5, windowMinutes: 60 };
// Anybody can enter a stranger's email address in the form.
const MAILS_PER_RECIPIENT = { max: 3, windowMinutes: 24 * 60 };

type Enquiry = Omit<ContactSubmission, 'contactType'> & Pick<Contact, 'source' | 'contactType' | 'subject'>;

export const submitContact = (deps: ContactDeps, ip: string, submission: ContactSubmission): Promise<void> =>
  storeEnquiry(deps, ip, { ...submission, source: 'contact', subject: contactTypes[submission.contactType] });

export const submitBugReport = (deps: ContactDeps, ip: string, report: BugReport): Promise<void> =>
  storeEnquiry(deps, ip, { ...report, source: 'bug-report', subject: bugReportTypes[report.contactType] });

async function storeEnquiry(deps: ContactDeps, ip: string, enquiry: Enquiry): Promise<void> {
  await limit(deps, `contact:${clientAddress(ip)}`, PER_ADDRESS);
  const { source, name, email, contactType, subject, message, website } = enquiry;
  // Honeypot field: only bots fill it in. They get the usual answer and so do not notice.
  if (website) return;
  const id = newId();
  const isAcknowledged = await mayMail(deps, 'acknowledgement', email, MAILS_PER_RECIPIENT);
  await inTransaction(deps.db, async (db) => {
    await insertContact(db, {
      id,
      source,
      name,
      email,
      contact_type: contactType,
      subject,
      message,
      resolved_at: null,
      created_at: deps.clock.now(),
    });
    if (isAcknowledged) await enqueue(db, ACKNOWLEDGEMENT_MAIL, { contactId: id });
  });
}

export async function browseContacts(
  { db, clock }: ContactDeps,
  { q, status, ...range }: ContactQuery,
): Promise<Page<Contact> & { stats: ContactStats }> {
  const selection = { status, searched: q ? await searchedText(db, 'contacts', q) : undefined };
  const extent = await measureContacts(db, selection);
  const listIds = (slice: Slice) => listContactIds(db, selection, slice);
  const page = await readPage(range, { extent, listIds }, async (ids) =>
    (await listContacts(db, ids)).map(contactOnWire),
  );
  return { ...page, stats: await countContacts(db, clock.now()) };
}

export async function showContact({ db }: ContactDeps, id: string): Promise<Contact> {
  const row = await findContact(db, id);
  if (!row) throw fail('notFound');
  return contactOnWire(row);
}

export const toggleResolved = ({ db, clock }: ContactDeps, actor: User, id: string): Promise<Contact> =>
  inTransaction(db, async (db) => {
    const row = await toggleContact(db, id, clock.now());
    if (!row) throw fail('notFound');
    await recordAudit(db, {
      at: clock.now(),
      actorId: actor._id,
      action: row.is_resolved ? 'contact.resolved' : 'contact.reopened',
      subjectType: 'contact',
      subjectId: id,
      details: { name: row.name },
    });
    return contactOnWire(row);
  });

export const deleteContact = ({ db, clock }: ContactDeps, actor: User, id: string): Promise<void> =>
  inTransaction(db, async (db) => {
    const removed = await removeContact(db, id);
    if (!removed) throw fail('notFound');
    await recordAudit(db, {
      at: clock.now(),
      actorId: actor._id,
      action: 'contact.deleted',
      subjectType: 'contact',
      subjectId: id,
      details: { name: removed.name },
    });
  });

// Deleting all rows in one statement could exceed the statement timeout. This many take a tenth of a second.
const REMOVED_AT_ONCE = 5_000;

/**
 * Deletes in batches, and only the contacts that existed at the start. The audit entry comes first: after a crash halfway,
 * the log still shows who started it. A repeated call deletes the rest.
 */
export async function deleteAllContacts({ db, clock }: ContactDeps, actor: User): Promise<void> {
  const { count, newest } = await findContactTotals(db);
  await recordAudit(db, {
    at: clock.now(),
    actorId: actor._id,
    action: 'contact.all-deleted',
    subjectType: 'contact',
    subjectId: 'all',
    details: { count },
  });
  if (!newest) return;
  let removed: number;
  do removed = await removeContactsUpTo(db, newest, REMOVED_AT_ONCE);
  while (removed > 0);
}

const contactOnWire = (row: ContactRow): Contact => ({
  _id: row.id,
  source: row.source,
  name: row.name,
  email: row.email,
  contactType: row.contact_type,
  subject: row.subject,
  message: row.message,
  isResolved: row.is_resolved,
  createdAt: row.created_at.toISOString(),
});

/** Counts the unresolved enquiries. */
export const countUnresolved = async ({ db, clock }: Pick<ContactDeps, 'db' | 'clock'>): Promise<number> =>
  (await countContacts(db, clock.now())).pending;
