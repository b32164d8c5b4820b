import { contactSubmission } from '@shop/contract/contact';
import { contactTypes } from '@shop/contract/contact-types';
import { useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { authSlice } from '../auth/auth.slice.ts';
import { clearContactForm, contactSlice, keepDraft, submitContact, type TypedEnquiry } from './contact.slice.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import { MessageSent } from './message-sent.tsx';

export function ContactForm() {
  const { contactForm, draft } = useSelector(contactSlice.selectSlice);
  const person = useSelector(authSlice.selectSlice).user?._id ?? null;
  const dispatch = useAppDispatch();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => void dispatch(clearContactForm()), [dispatch]);
  // Remember the user even if the session ends, so that the next person in this tab does not see the draft.
  const writer = useRef(person);
  useEffect(() => {
    writer.current = person ?? writer.current;
  }, [person]);
  const keep = useCallback(
    (enquiry: TypedEnquiry) => void dispatch(keepDraft({ by: writer.current, enquiry })),
    [dispatch],
  );
  const isTheirs = draft !== null && (draft.by === null || draft.by === person);

  /** Moves the focus to the heading, because the submit button lost it while it was disabled. */
  function startAfresh() {
    flushSync(() => dispatch(clearContactForm()));
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <div className="rounded-card border border-line bg-surface p-6">
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-21 font-semibold">
        Send us a message
      </h2>
      <EnquiryForm
        schema={contactSubmission}
        types={contactTypes}
        typeLabel="Type"
        submitLabel="Send Message"
        busyLabel="Sending..."
        typed={isTheirs ? draft.enquiry : null}
        onLeave={keep}
        isBusy={contactForm.loading}
        error={contactForm.error}
        onSend={async (enquiry) => submitContact.fulfilled.match(await dispatch(submitContact(enquiry)))}
      />
      {contactForm.success && <MessageSent message={contactForm.message} onClose={startAfresh} />}
    </div>
  );
}
