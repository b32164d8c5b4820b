/** The job of the mail that answers an enquiry, as `enqueue` takes it. */
export type Acknowledgement = { contactId: string };

export const ACKNOWLEDGEMENT_JOB = 'contact-acknowledgement-mail';

export const acknowledgementOf = (contactId: string): [string, Acknowledgement] => [ACKNOWLEDGEMENT_JOB, { contactId }];
