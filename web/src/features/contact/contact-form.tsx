import { contactSubmission } from '@shop/contract/contact';
import { contactTypes } from '@shop/contract/contact-types';
import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useAppDispatch } from '../../lib/dispatch.ts';
import { clearContactForm, contactSlice, submitContact } from './contact.slice.ts';
import { EnquiryForm } from './enquiry-form.tsx';
import { MessageSent } from './message-sent.tsx';

export function ContactForm() {
  const { contactForm } = useSelector(contactSlice.selectSlice);
  const dispatch = useAppDispatch();
  useEffect(() => () => void dispatch(clearContactForm()), [dispatch]);
  return (
    <>
      <EnquiryForm
        schema={contactSubmission}
        types={contactTypes}
        typeLabel="Type"
        submitLabel="Send Message"
        busyLabel="Sending..."
        isBusy={contactForm.loading}
        error={contactForm.error}
        onSend={async (enquiry) => submitContact.fulfilled.match(await dispatch(submitContact(enquiry)))}
      />
      {contactForm.success && (
        <MessageSent message={contactForm.message} onClose={() => dispatch(clearContactForm())} />
      )}
    </>
  );
}
