import { configureStore } from '@reduxjs/toolkit';
import { expect, it } from 'vitest';
import { makeApi } from '../../lib/api.ts';
import { clearBugReport, contactSlice, submitBugReport } from './contact.slice.ts';

const report = {
  name: 'Asha',
  email: 'asha@example.com',
  contactType: 'bug',
  message: 'The button does nothing',
} as const;

/** A store whose server answers everything with this. */
function openStore(status: number, message: string) {
  const api = makeApi(async () => Response.json({ message }, { status }));
  const store = configureStore({
    reducer: { contact: contactSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: { api } } }),
  });
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
