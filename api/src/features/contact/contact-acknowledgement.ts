/** The job of the mail that answers an enquiry, as `enqueue` takes it. */
export type Acknowledgement = {
  contactId: string;
  /** Whether it repeats what was written: only to the address of the account that wrote. */
  quotes?: boolean;
};

export const ACKNOWLEDGEMENT_JOB = 'contact-acknowledgement-mail';

export const acknowledgementOf = (acknowledgement: Acknowledgement): [string, Acknowledgement] => [
  ACKNOWLEDGEMENT_JOB,
  acknowledgement,
];
