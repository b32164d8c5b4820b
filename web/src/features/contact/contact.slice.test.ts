import { configureStore } from '@reduxjs/toolkit';
import { adminCalls } from '@shop/contract/calls/admin-calls';
import { expect, it } from 'vitest';
import { type Ask, knowCalls, makeApi } from '../../lib/api.ts';
import {
  clearBugReport,
  clearContactForm,
  contactSlice,
  deleteAllContacts,
  deleteContact,
  keepDraft,
  loadContacts,
  shownContacts,
  submitBugReport,
  submitContact,
  toggleContact,
} from './contact.slice.ts';

// The back office brings them along.
knowCalls(adminCalls);

const report = {
  name: 'Asha',
  email: 'asha@example.com',
  contactType: 'bug',
  message: 'The button does nothing',
} as const;

const storeAsking = (ask: Ask) =>
  configureStore({
    reducer: { contact: contactSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api: makeApi(ask) } } }),
  });

/** A store whose server answers everything with this. */
function openStore(status: number, message: string) {
  const store = storeAsking(async () => Response.json({ message }, { status }));
  return { dispatch: store.dispatch, bugReport: () => store.getState().contact.bugReport };
}

it('tells whoever sent a report how it went', async () => {
  const { dispatch, bugReport } = openStore(201, 'Thanks');
  const sending = dispatch(submitBugReport(report));
  expect(bugReport()).toMatchObject({ loading: true, success: false });
  await sending;
  expect(bugReport()).toMatchObject({ loading: false, success: true, message: 'Thanks', error: null });
});

it.each([201, 503])('has a blank form for whoever closed it before the answer %i', async (status) => {
  const { dispatch, bugReport } = openStore(status, 'Told too late');
  const blank = bugReport();
  const sending = dispatch(submitBugReport(report));
  dispatch(clearBugReport());
  await sending;
  expect(bugReport()).toEqual(blank);
});

it.each([
  [201, 'a message that was sent', 'The code does nothing', null],
  [503, 'a message that was not sent', 'The code does nothing', 'The code does nothing'],
  [201, 'what was typed after it', 'Another question', 'Another question'],
] as const)('answered %i when the form was left: keeps %s accordingly', async (status, _, typed, kept) => {
  const store = storeAsking(async () => Response.json({ message: 'Told too late' }, { status }));
  const sending = store.dispatch(
    submitContact({ ...report, contactType: 'billing', message: 'The code does nothing' }),
  );
  store.dispatch(keepDraft({ by: null, enquiry: { ...report, contactType: 'billing', message: typed } }));
  store.dispatch(clearContactForm());
  await sending;
  expect(store.getState().contact.draft?.enquiry.message ?? null).toBe(kept);
});

/** An admin's list of two, whose server then refuses everything. */
async function openContacts() {
  const rows = { data: ['a', 'b'].map((_id) => ({ _id, isResolved: false })), pagination: null, stats: null };
  const answers = [Response.json(rows), Response.json({ message: 'Not now' }, { status: 503 })];
  const store = storeAsking(async () => answers.shift() ?? Response.error());
  await store.dispatch(loadContacts({}));
  const contacts = () => store.getState().contact.contacts;
  const shown = () => shownContacts(contacts()).data.map(({ isResolved }) => isResolved);
  return { dispatch: store.dispatch, contacts, shown };
}
it('turns a contact round unless it is as it is wanted already', async () => {
  const methods: (string | undefined)[] = [];
  const { dispatch } = storeAsking(async (_, { method }) => {
    methods.push(method);
    return Response.json({ data: { _id: 'a', isResolved: true }, message: 'Turned' });
  });
  await dispatch(toggleContact({ _id: 'a', isResolved: true }));
  expect(methods).toEqual(['GET']);
  await dispatch(toggleContact({ _id: 'a', isResolved: false }));
  expect(methods).toEqual(['GET', 'GET', 'PUT']);
});

type Dispatch = Awaited<ReturnType<typeof openContacts>>['dispatch'];

it.each([
  ['a mark', (dispatch: Dispatch) => dispatch(toggleContact({ _id: 'a', isResolved: true })), [true, false]],
  ['a deletion', (dispatch: Dispatch) => dispatch(deleteContact('a')), [false]],
  ['the deletion of all', (dispatch: Dispatch) => dispatch(deleteAllContacts()), []],
])('shows %s at once, and the list of the server again with a word when it is refused', async (_, change, expected) => {
  const { dispatch, contacts, shown } = await openContacts();
  const changing = change(dispatch);
  expect(shown()).toEqual(expected);
  await changing;
  expect(shown()).toEqual([false, false]);
  expect(contacts()).toMatchObject({ loading: false, error: 'Not now', message: 'Not now', success: false });
});
