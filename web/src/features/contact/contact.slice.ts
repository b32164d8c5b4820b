import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { Pagination } from '@shop/contract/common';
import type { BugReport, Contact, ContactStats, ContactSubmission } from '@shop/contract/contact';
import type { messages } from '@shop/contract/failures/messages';
import type { Api } from '../../lib/api.ts';
import { type ReadState, request, track, trackRead, unread } from '../../lib/state/request-state.ts';
import { storeGroups } from '../../lib/state/root-reducer.ts';
import { applyOptimisticChanges, type OptimisticChanges, withChange } from './contact-changes.ts';

type SubmissionState = ReadState & { message: string | null; success: boolean };
type ContactsState = ReadState & {
  /** The server's list, without the optimistic changes. */
  data: Contact[];
  stats: ContactStats | null;
  pagination: Pagination | null;
  expected: OptimisticChanges;
  /** The query of the loaded list. */
  question: ContactsQuery | null;
  isClearing: boolean;
  currentContact: Contact | null;
  message: string | null;
  success: boolean;
};
export type TypedEnquiry = { name: string; email: string; contactType: string; message: string; website?: string };
/** Unsent text of the contact form, kept while the user visits other pages. `by` is a user id; null for a visitor. */
type Draft = { by: string | null; enquiry: TypedEnquiry };
type ContactState = {
  contactForm: SubmissionState;
  draft: Draft | null;
  bugReport: SubmissionState;
  contacts: ContactsState;
};

const unsent: SubmissionState = { ...unread, message: null, success: false };
const initialState: ContactState = {
  contactForm: unsent,
  draft: null,
  bugReport: unsent,
  contacts: {
    ...unread,
    data: [],
    stats: null,
    pagination: null,
    expected: {},
    question: null,
    isClearing: false,
    currentContact: null,
    message: null,
    success: false,
  },
};

const UPDATED: (typeof messages)['contactUpdated'] = 'Contact updated successfully';

export type ContactsQuery = NonNullable<Parameters<Api['listContacts']>[0]['query']>;

export const submitContact = request('contact/submit', (api, body: ContactSubmission) => api.submitContact({ body }));
export const submitBugReport = request('contact/bug-report', (api, body: BugReport) => api.submitBugReport({ body }));
export const loadContacts = request('contact/list', (api, query: ContactsQuery, signal) =>
  api.listContacts({ query }, { signal }),
);
/**
 * The endpoint can only toggle. So the current state is read first, in case a reply was lost or another admin has already
 * made the change.
 */
export const toggleContact = request(
  'contact/toggle',
  async (api, { _id, isResolved }: Pick<Contact, '_id' | 'isResolved'>) => {
    const params = { id: _id };
    const { data } = await api.findContact({ params });
    return data.isResolved === isResolved ? { data, message: UPDATED } : api.toggleContact({ params });
  },
);
export const deleteContact = request('contact/delete', (api, id: string) => api.deleteContact({ params: { id } }));
export const deleteAllContacts = request('contact/delete-all', (api) => api.deleteAllContacts({}));

const markSent = (submission: SubmissionState, message: string) => {
  submission.message = message;
  submission.success = true;
};

function clearOutcome(contacts: ContactsState): void {
  Object.assign(contacts, { error: null, message: null, success: false });
}

function applyAnswer(contacts: ContactsState, id: string, after: Contact | null): void {
  Object.assign(contacts, withChange(contacts, id, after));
  if (contacts.currentContact?._id === id) contacts.currentContact = after;
}

const noStats: ContactStats = { total: 0, resolved: 0, pending: 0, newToday: 0 };

/** The contacts as the admin sees them, with optimistic changes. */
export const shownContacts = (contacts: ContactsState) =>
  contacts.isClearing ? { data: [], stats: noStats } : applyOptimisticChanges(contacts, contacts.expected);

export const contactSlice = createSlice({
  name: 'contact',
  initialState,
  reducers: {
    clearContactForm: (state) => {
      state.contactForm = unsent;
    },
    keepDraft: (state, { payload }: PayloadAction<Draft>) => {
      state.draft = payload;
    },
    clearBugReport: (state) => {
      state.bugReport = unsent;
    },
    showContact: ({ contacts }, { payload }: PayloadAction<Contact | null>) => {
      contacts.currentContact = payload;
      if (payload) clearOutcome(contacts);
    },
    clearContactsOutcome: ({ contacts }) => clearOutcome(contacts),
  },
  extraReducers: (builder) => {
    const contactsOf = (state: ContactState) => state.contacts;
    trackRead(
      builder,
      submitContact,
      (state) => state.contactForm,
      (state, { message }) => markSent(state.contactForm, message),
    );
    trackRead(
      builder,
      submitBugReport,
      (state) => state.bugReport,
      (state, { message }) => markSent(state.bugReport, message),
    );
    trackRead(builder, loadContacts, contactsOf, ({ contacts }, { data, stats, pagination }, question) => {
      Object.assign(contacts, { data, stats, pagination, question });
    });
    track(builder, toggleContact, contactsOf, ({ contacts }, { data, message }, { _id }) => {
      applyAnswer(contacts, _id, data);
      markSent(contacts, message);
    });
    track(builder, deleteContact, contactsOf, ({ contacts }, { message }, id) => {
      applyAnswer(contacts, id, null);
      markSent(contacts, message);
    });
    track(builder, deleteAllContacts, contactsOf, ({ contacts }, { message }) => {
      Object.assign(contacts, { data: [], stats: noStats, currentContact: null });
      markSent(contacts, message);
    });
    builder
      .addMatcher(submitContact.pending.match, ({ contactForm }) => {
        contactForm.success = false;
      })
      // Drop the draft of a sent message, also if the user left before the reply.
      .addMatcher(submitContact.fulfilled.match, (state, { meta }) => {
        if (state.draft?.enquiry.message.trim() === meta.arg.message.trim()) state.draft = null;
      })
      .addMatcher(submitBugReport.pending.match, ({ bugReport }) => {
        bugReport.success = false;
      })
      .addMatcher(isAnyOf(toggleContact.pending, deleteContact.pending, deleteAllContacts.pending), ({ contacts }) => {
        Object.assign(contacts, { message: null, success: false });
      })
      .addMatcher(toggleContact.pending.match, ({ contacts }, { meta }) => {
        const { _id: id, isResolved } = meta.arg;
        const shown = applyOptimisticChanges(contacts, contacts.expected).data.find(({ _id }) => _id === id);
        if (shown) contacts.expected[id] = { ...shown, isResolved };
      })
      .addMatcher(deleteContact.pending.match, ({ contacts }, { meta }) => {
        contacts.expected[meta.arg] = null;
      })
      .addMatcher(toggleContact.settled, ({ contacts }, { meta }) => {
        delete contacts.expected[meta.arg._id];
      })
      .addMatcher(deleteContact.settled, ({ contacts }, { meta }) => {
        delete contacts.expected[meta.arg];
      })
      // Keep the error as a message, because the reload after each change clears `error`.
      .addMatcher(
        isAnyOf(toggleContact.rejected, deleteContact.rejected, deleteAllContacts.rejected),
        ({ contacts }) => {
          contacts.message = contacts.error;
        },
      )
      .addMatcher(deleteAllContacts.pending.match, ({ contacts }) => {
        contacts.isClearing = true;
      })
      .addMatcher(deleteAllContacts.settled, ({ contacts }) => {
        contacts.isClearing = false;
      });
  },
}).injectInto(storeGroups);

export const { clearContactForm, keepDraft, clearBugReport, showContact, clearContactsOutcome } = contactSlice.actions;
