import { type Job, NIGHTLY } from '../../platform/jobs.ts';
import { followDisputes } from './disputes.job.ts';
import { EVENT_JOB, type EventJob, processEvent } from './events.service.ts';
import { REFUND_JOB, type RefundJob } from './refund-job.ts';
import { carryOutRefund, type RefundDeps } from './refunds.service.ts';

export const paymentJobs = (deps: RefundDeps): Job[] => [
  { name: EVENT_JOB, lane: 'money', run: (job: EventJob) => processEvent(deps, job) },
  { name: REFUND_JOB, lane: 'money', run: (job: RefundJob) => carryOutRefund(deps, job) },
  { name: 'follow-disputes', lane: 'money', run: () => followDisputes(deps), schedule: NIGHTLY },
];
