import { configureStore } from '@reduxjs/toolkit';
import { adminCalls } from '@shop/contract/calls/admin-calls';
import { expect, it } from 'vitest';
import { type MinimalFetch, makeApi, registerCalls } from '../../lib/api.ts';
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

// In the browser, the admin chunk registers these calls.
registerCalls(adminCalls);

const report = {
  name: 'Asha',
  email: 'asha@example.com',
  contactType: 'bug',
  message: 'The button does nothing',
} as const;

const storeAsking = (ask: MinimalFetch) =>
  configureStore({
    reducer: { contact: contactSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api: makeApi(ask) } } }),
  });

/** A store whose server gives the same reply to every call. */
function openStore(status: number, message: string) {
  const store = storeAsking(async () => Response.json({ message }, { status }));
  return { dispatch: store.dispatch, bugReport: () => store.getState().contact.bugReport };
}

it('a sent report shows loading, then success with the message', async () => {
  const { dispatch, bugReport } = openStore(201, 'Thanks');
  const sending = dispatch(submitBugReport(report));
  expect(bugReport()).toMatchObject({ loading: true, success: false });
  await sending;
  expect(bugReport()).toMatchObject({ loading: false, success: true, message: 'Thanks', error: null });
});

it.each([201, 503])('a report form that closes before the reply %i is blank again', async (status) => {
  const { dispatch, bugReport } = openStore(status, 'Told too late');
  const blank = bugReport();
  const sending = dispatch(submitBugReport(report));
  dispatch(clearBugReport());
  await sending;
  expect(bugReport()).toEqual(blank);
});

it.each([
  [201, 'drops the sent message', 'The code does nothing', null],
  [503, 'keeps the unsent message', 'The code does nothing', 'The code does nothing'],
  [201, 'keeps text typed after the submit', 'Another question', 'Another question'],
] as const)('after leaving the form, the reply %i %s', async (status, _, typed, kept) => {
  const store = storeAsking(async () => Response.json({ message: 'Told too late' }, { status }));
  const sending = store.dispatch(
    submitContact({ ...report, contactType: 'billing', message: 'The code does nothing' }),
  );
  store.dispatch(keepDraft({ by: null, enquiry: { ...report, contactType: 'billing', message: typed } }));
  store.dispatch(clearContactForm());
  await sending;
  expect(store.getState().contact.draft?.enquiry.message ?? null).toBe(kept);
});

/** An admin's list of two contacts. The server refuses every later call. */
async function openContacts() {
  const rows = { data: ['a', 'b'].map((_id) => ({ _id, isResolved: false })), pagination: null, stats: null };
  const answers = [Response.json(rows), Response.json({ message: 'Not now' }, { status: 503 })];
  const store = storeAsking(async () => answers.shift() ?? Response.error());
  await store.dispatch(loadContacts({}));
  const contacts = () => store.getState().contact.contacts;
  const shown = () => shownContacts(contacts()).data.map(({ isResolved }) => isResolved);
  return { dispatch: store.dispatch, contacts, shown };
}
it('toggleContact sends no change if the contact already has the wanted state', async () => {
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
  ['toggle', (dispatch: Dispatch) => dispatch(toggleContact({ _id: 'a', isResolved: true })), [true, false]],
  ['deletion', (dispatch: Dispatch) => dispatch(deleteContact('a')), [false]],
  ['deletion of all', (dispatch: Dispatch) => dispatch(deleteAllContacts()), []],
])('a %s shows at once and is undone with a message when refused', async (_, change, expected) => {
  const { dispatch, contacts, shown } = await openContacts();
  const changing = change(dispatch);
  expect(shown()).toEqual(expected);
  await changing;
  expect(shown()).toEqual([false, false]);
  expect(contacts()).toMatchObject({ loading: false, error: 'Not now', message: 'Not now', success: false });
});
