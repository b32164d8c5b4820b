import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { SignedInClient } from '../../testing/clients/test-sessions.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let admin: SignedInClient;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(() => shop.db.deleteFrom('contacts').execute());
afterAll(() => shop.close());

const enquiry = { name: 'Asha Rao', email: 'asha@example.com', contactType: 'billing', message: 'Charged twice?' };
const report = { name: 'Ravi', email: 'ravi@example.com', contactType: 'ui-issue', message: 'The bar hides a line.' };

const submit = async (overrides: Record<string, unknown> = {}) => {
  const reply = await shop.visitor().call('submitContact', { body: { ...enquiry, ...overrides } });
  expect(reply.status).toBe(201);
};
const contacts = async (query: Record<string, string | number> = {}) =>
  (await admin.call('listContacts', { query })).body;

describe('writing to the team', () => {
  it('an enquiry appears in the admin list with the label of its type as subject', async () => {
    const sent = await shop.visitor().call('submitContact', { body: enquiry });
    expect([sent.status, sent.body.message]).toEqual([201, 'Message sent successfully']);
    const reported = await shop.visitor().call('submitBugReport', { body: report });
    expect([reported.status, reported.body.message]).toEqual([201, 'Bug report submitted successfully']);
    const { data, pagination, stats } = await contacts();
    expect(data).toEqual([
      expect.objectContaining({ ...report, source: 'bug-report', subject: 'UI/UX Issue', isResolved: false }),
      expect.objectContaining({ ...enquiry, source: 'contact', subject: 'Billing Question', isResolved: false }),
    ]);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
    expect(stats).toEqual({ total: 2, resolved: 0, pending: 2, newToday: 2 });
  });

  it('the contact form names every missing or invalid field', async () => {
    const empty = await shop.visitor().call('submitContact', { body: {} });
    expect([empty.status, empty.body.errors]).toEqual([
      422,
      {
        name: 'Name is required',
        email: 'Email is required',
        contactType: 'Please choose a type',
        message: 'Message is required',
      },
    ]);
    const wrong = await shop.visitor().call('submitBugReport', {
      body: { name: ' ', email: 'nobody', contactType: 'billing', message: 'x'.repeat(5001) },
    });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {}).sort()]).toEqual([
      422,
      ['contactType', 'email', 'message', 'name'],
    ]);
  });

  it('a visitor cannot set id, status, time, source or subject of an enquiry', async () => {
    const id = newId();
    await submit({ _id: id, isResolved: true, createdAt: '2000-01-01T00:00:00Z', source: 'bug-report', subject: 'x' });
    const [contact] = (await contacts()).data;
    expect(contact).toMatchObject({ source: 'contact', subject: 'Billing Question', isResolved: false });
    expect(contact?._id).not.toBe(id);
    expect(contact?.createdAt).not.toContain('2000');
  });

  it('a bot that fills the honeypot field gets a success, and nothing is stored', async () => {
    const { status, body } = await shop.visitor().call('submitContact', {
      body: { ...enquiry, website: 'https://spam.example', email: 'bot@example.com' },
    });
    expect([status, body.message]).toEqual([201, 'Message sent successfully']);
    await shop.runJobs();
    expect((await contacts()).data).toEqual([]);
    expect(shop.mails.to('bot@example.com')).toEqual([]);
  });
});

describe('the acknowledgement', () => {
  it('an enquiry gets one acknowledgement without any text of the sender', async () => {
    const name = 'Eve\r\nBcc: victim@example.com';
    await submit({ name, email: 'eve@example.com', message: 'Buy pills at http://spam.example' });
    await shop.runJobs();
    await shop.runJobs();
    const [mail, ...more] = shop.mails.to('eve@example.com');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('We have received your message');
    expect(mail?.text).toContain('Billing Question');
    expect(JSON.stringify(mail)).not.toMatch(/Eve|victim|pills|spam/);
    expect((await contacts()).data[0]?.name).toBe('Eve Bcc: victim@example.com');
  });

  it('the acknowledgement to a registered address contains no text of the sender', async () => {
    const registration = { name: 'Spam Sender', mobile: '9876543210', email: 'victim@example.com' };
    const spammer = shop.visitor();
    const registered = await spammer.call('register', { body: { ...registration, password: 'Tr0ub4dor&three' } });
    expect(registered.status).toBe(201);
    const body = { ...enquiry, email: registration.email, message: 'Buy pills at http://spam.example' };
    expect((await spammer.call('submitContact', { body })).status).toBe(201);
    await shop.runJobs();
    const mails = shop.mails.to(registration.email);
    expect(mails.map(({ subject }) => subject)).toContain('We have received your message');
    expect(JSON.stringify(mails)).not.toContain('pills');
  });

  it('a deleted enquiry gets no acknowledgement', async () => {
    await submit({ email: 'gone@example.com' });
    await admin.call('deleteAllContacts');
    await shop.runJobs();
    expect(shop.mails.to('gone@example.com')).toEqual([]);
  });
});

describe('the admin list', () => {
  it('enquiries are searched by name, email or subject and filtered by status', async () => {
    await submit({ name: '100% Real_Name', email: 'first@example.com' });
    await submit({ name: 'Other', email: 'second@example.com', contactType: 'technical' });
    const [technical] = (await contacts({ q: 'TECHNICAL sup' })).data;
    expect(technical?.email).toBe('second@example.com');
    await admin.call('toggleContact', { params: { id: technical?._id ?? '' } });
    const emails = async (query: Record<string, string>) => (await contacts(query)).data.map(({ email }) => email);
    expect(await emails({ q: 'real_n' })).toEqual(['first@example.com']);
    expect(await emails({ q: '100%' })).toEqual(['first@example.com']);
    expect(await emails({ q: '_' })).toEqual(['first@example.com']);
    expect(await emails({ q: 'SECOND@' })).toEqual(['second@example.com']);
    expect(await emails({ q: "' or 1=1 --" })).toEqual([]);
    expect(await emails({ status: 'resolved' })).toEqual(['second@example.com']);
    expect(await emails({ status: 'pending' })).toEqual(['first@example.com']);
    expect(await emails({ status: 'all', q: 'example.com' })).toEqual(['second@example.com', 'first@example.com']);
    expect((await contacts({ q: 'first' })).stats).toEqual({ total: 2, resolved: 1, pending: 1, newToday: 2 });
  });

  it('enquiries are listed in pages, newest first', async () => {
    for (const name of ['One', 'Two', 'Three']) await submit({ name });
    const page = await contacts({ limit: 2, page: 2 });
    expect(page.data.map(({ name }) => name)).toEqual(['One']);
    expect(page.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  it('the count of new enquiries starts at midnight in India', async () => {
    // 18:30 UTC is midnight in India.
    shop.clock.set(new Date('2031-03-04T18:29:00Z'));
    await submit();
    const later = await shop.admin();
    const newToday = async () => (await later.call('listContacts')).body.stats.newToday;
    expect(await newToday()).toBe(1);
    shop.clock.set(new Date('2031-03-04T18:30:30Z'));
    expect(await newToday()).toBe(0);
    await submit();
    expect(await newToday()).toBe(1);
    shop.clock.set(new Date());
  });

  it('toggling an enquiry resolves or reopens it and writes an audit entry', async () => {
    await submit();
    await submit();
    const [id = '', other = ''] = (await contacts()).data.map(({ _id }) => _id);
    const toggle = async () => {
      const { status, body } = await admin.call('toggleContact', { params: { id } });
      expect([status, body.message]).toEqual([200, 'Contact updated successfully']);
      const stored = (await admin.call('findContact', { params: { id } })).body.data;
      expect(body.data).toEqual(stored);
      const row = await shop.db.selectFrom('contacts').select('resolved_at').where('id', '=', id).executeTakeFirst();
      return [stored.isResolved, row?.resolved_at];
    };
    expect(await toggle()).toEqual([true, expect.any(Date)]);
    expect((await admin.call('findContact', { params: { id: other } })).body.data.isResolved).toBe(false);
    // The retention period starts again when the enquiry is resolved again.
    expect(await toggle()).toEqual([false, null]);
    const audit = await shop.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['contact.resolved', admin.user.id],
      ['contact.reopened', admin.user.id],
    ]);
  });

  it('an admin deletes one enquiry or all of them permanently', async () => {
    await submit({ name: 'Kept' });
    await submit({ name: 'Deleted' });
    const [deleted] = (await contacts()).data;
    const params = { id: deleted?._id ?? '' };
    const one = await admin.call('deleteContact', { params });
    expect([one.status, one.body.message]).toEqual([200, 'Contact deleted successfully']);
    expect((await contacts()).data.map(({ name }) => name)).toEqual(['Kept']);
    for (const call of ['findContact', 'toggleContact', 'deleteContact'] as const)
      expect((await admin.call(call, { params })).status).toBe(404);
    const all = await admin.call('deleteAllContacts');
    expect([all.status, all.body.message]).toEqual([200, 'All contacts deleted successfully']);
    expect((await contacts()).data).toEqual([]);
  });
});

it('an address can send five enquiries an hour with both forms together', async () => {
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
  try {
    strict.clock.set(new Date('2031-01-01T10:00:00Z'));
    for (let count = 0; count < 5; count++)
      expect((await strict.visitor().call('submitContact', { body: enquiry })).status).toBe(201);
    const refused = await strict.visitor().call('submitBugReport', { body: report });
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    // An email gets at most three acknowledgements a day, because anybody can enter a stranger's address.
    await strict.runJobs();
    expect(strict.mails.to(enquiry.email)).toHaveLength(3);
    strict.clock.advance(3_600_000);
    expect((await strict.visitor().call('submitBugReport', { body: report })).status).toBe(201);
  } finally {
    await strict.close();
  }
});
