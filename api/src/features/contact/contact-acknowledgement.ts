import type { JobName } from '../../platform/jobs/jobs.ts';

/** The automatic mail that confirms an enquiry. */
export type AcknowledgementJob = { contactId: string };
export const ACKNOWLEDGEMENT_MAIL: JobName<AcknowledgementJob> = 'contact-acknowledgement-mail';
