import type { JobName } from '../../platform/jobs.ts';

/** The mail that answers an enquiry. */
export type AcknowledgementJob = {
  contactId: string;
  /** Whether it repeats what was written: only to the address of the account that wrote. */
  quotes?: boolean;
};
export const ACKNOWLEDGEMENT_MAIL: JobName<AcknowledgementJob> = 'contact-acknowledgement-mail';
