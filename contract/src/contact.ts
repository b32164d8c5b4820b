import { z } from 'zod';
import { emailAddress, oneLine } from './accounts/accounts.ts';
import { calls } from './calls/calls.ts';
import { endpoint } from './calls/endpoint.ts';
import { dataOf, id, idParams, isoDate, listOf, messageReply, pageQuery, searchText } from './common.ts';
import { type BugReportType, bugReportTypes, type ContactType, contactTypes } from './contact-types.ts';
import { fieldMessages as text } from './failures/messages.ts';
import { MESSAGE_MAX, SENDER_NAME_MAX } from './limits/limits.ts';
import { spelled } from './spelling.ts';

const keysOf = <K extends string>(labels: Record<K, string>) => Object.keys(labels) as [K, ...K[]];

const enquiryFields = {
  name: z
    .string({ error: text.nameRequired })
    .overwrite(spelled)
    .transform(oneLine)
    .pipe(z.string().min(1, text.nameRequired).max(SENDER_NAME_MAX, text.senderNameLong)),
  email: emailAddress,
  message: z
    .string({ error: text.messageRequired })
    .overwrite(spelled)
    .trim()
    .min(1, text.messageRequired)
    .max(MESSAGE_MAX, text.messageLong),
  /** A field that people cannot see. A message that fills it comes from a bot and is dropped with a normal answer. */
  website: z.string().max(500).optional(),
};

export const contactSubmission = z.object({
  ...enquiryFields,
  contactType: z.enum(keysOf<ContactType>(contactTypes), { error: text.contactTypeRequired }),
});
export type ContactSubmission = z.infer<typeof contactSubmission>;

export const bugReport = z.object({
  ...enquiryFields,
  contactType: z.enum(keysOf<BugReportType>(bugReportTypes), { error: text.contactTypeRequired }),
});
export type BugReport = z.infer<typeof bugReport>;

export const contact = z.object({
  _id: id,
  source: z.enum(['contact', 'bug-report']),
  name: z.string(),
  email: z.string(),
  contactType: z.string(),
  subject: z.string(),
  message: z.string(),
  isResolved: z.boolean(),
  createdAt: isoDate,
});
export type Contact = z.infer<typeof contact>;

export const contactStats = z.object({
  total: z.number().int(),
  resolved: z.number().int(),
  pending: z.number().int(),
  newToday: z.number().int(),
});
export type ContactStats = z.infer<typeof contactStats>;

export const contactQuery = z.object({
  ...pageQuery,
  q: searchText,
  status: z.enum(['all', 'resolved', 'pending']).default('all'),
});
export type ContactQuery = z.infer<typeof contactQuery>;

export const contactEndpoints = {
  submitContact: endpoint(calls.submitContact, {
    summary: 'Write to the team',
    body: contactSubmission,
    reply: messageReply,
    status: 201,
  }),
  submitBugReport: endpoint(calls.submitBugReport, {
    summary: 'Report an issue',
    body: bugReport,
    reply: messageReply,
    status: 201,
  }),
  listContacts: endpoint(calls.listContacts, {
    allows: ['support'],
    summary: 'Enquiries and issue reports, newest first',
    query: contactQuery,
    reply: listOf(contact).extend({ stats: contactStats }),
  }),
  findContact: endpoint(calls.findContact, {
    allows: ['support'],
    summary: 'One enquiry',
    params: idParams,
    reply: dataOf(contact),
  }),
  toggleContact: endpoint(calls.toggleContact, {
    allows: ['support'],
    summary: 'Toggle resolved / pending',
    params: idParams,
    reply: dataOf(contact).extend({ message: z.string() }),
  }),
  deleteContact: endpoint(calls.deleteContact, {
    allows: ['support'],
    summary: 'Delete one enquiry',
    params: idParams,
    reply: messageReply,
  }),
  deleteAllContacts: endpoint(calls.deleteAllContacts, {
    allows: ['support'],
    needsProof: true,
    summary: 'Delete every enquiry',
    reply: messageReply,
  }),
} as const;
