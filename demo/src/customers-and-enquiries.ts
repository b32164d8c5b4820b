import { daysAfter } from '@shop/api/platform/clock';
import { newId } from '@shop/api/platform/ids';
import { bugReportTypes, contactTypes } from '@shop/contract/contact-types';
import type { DemoRows } from './demo.queries.ts';
import type { DemoEnquiry } from './enquiries.ts';
import type { DemoCustomer } from './people.ts';

/** Nobody can sign in as a demo customer: all share the hash of a password that was not kept. */
export const customerRow = (
  { name, email, mobile, joinedDaysAgo }: DemoCustomer,
  { passwordHash, now }: { passwordHash: string; now: Date },
): DemoRows['users'][number] & { id: string } => {
  const joinedAt = daysAfter(now, -joinedDaysAgo);
  return {
    id: newId(),
    name,
    email,
    mobile,
    role: 'customer',
    password_hash: passwordHash,
    created_at: joinedAt,
    updated_at: joinedAt,
  };
};

const LONGEST_ANSWER_DAYS = 0.8;

const subjectOf = (enquiry: DemoEnquiry): string =>
  enquiry.source === 'contact' ? contactTypes[enquiry.contactType] : bugReportTypes[enquiry.contactType];

export const contactRow = (enquiry: DemoEnquiry, now: Date): DemoRows['contacts'][number] => {
  const { source, name, email, contactType, message, isResolved, daysAgo } = enquiry;
  return {
    id: newId(),
    source,
    name,
    email,
    contact_type: contactType,
    subject: subjectOf(enquiry),
    message,
    is_resolved: isResolved,
    resolved_at: isResolved ? daysAfter(now, Math.min(daysAgo / 2, LONGEST_ANSWER_DAYS) - daysAgo) : null,
    created_at: daysAfter(now, -daysAgo),
  };
};
