import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { BugReport, Contact, ContactSubmission } from '@shop/contract/contact';
import { idle, type RequestState, request, track } from '../../lib/request-state.ts';

export type SubmissionState = RequestState & { message: string | null; success: boolean };
export type ContactState = {
  contactForm: SubmissionState;
  bugReport: SubmissionState;
  contacts: RequestState & { data: Contact[]; currentContact: Contact | null; success: boolean };
};

const unsent: SubmissionState = { ...idle, message: null, success: false };
const initialState: ContactState = {
  contactForm: unsent,
  bugReport: unsent,
  contacts: { ...idle, data: [], currentContact: null, success: false },
};

export const submitContact = request('contact/submit', (api, body: ContactSubmission) => api.submitContact({ body }));
export const submitBugReport = request('contact/bug-report', (api, body: BugReport) => api.submitBugReport({ body }));

const markSent = (submission: SubmissionState, message: string) => {
  submission.message = message;
  submission.success = true;
};

export const contactSlice = createSlice({
  name: 'contact',
  initialState,
  reducers: {
    clearContactForm: (state) => {
      state.contactForm = unsent;
    },
    clearBugReport: (state) => {
      state.bugReport = unsent;
    },
  },
  extraReducers: (builder) => {
    track(
      builder,
      submitContact,
      (state) => state.contactForm,
      (state, { message }) => markSent(state.contactForm, message),
    );
    track(
      builder,
      submitBugReport,
      (state) => state.bugReport,
      (state, { message }) => markSent(state.bugReport, message),
    );
    builder
      .addMatcher(isAnyOf(submitContact.pending, submitContact.rejected), ({ contactForm }) => {
        contactForm.success = false;
      })
      .addMatcher(isAnyOf(submitBugReport.pending, submitBugReport.rejected), ({ bugReport }) => {
        bugReport.success = false;
      });
  },
});

export const { clearContactForm, clearBugReport } = contactSlice.actions;
