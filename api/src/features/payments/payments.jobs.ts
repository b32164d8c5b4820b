import { type Job, NIGHTLY } from '../../platform/jobs/jobs.ts';
import { syncDisputes } from './disputes/disputes.job.ts';
import { EVENT_JOB, type EventJob, processEvent } from './events/events.service.ts';
import { REFUND_JOB, type RefundJob } from './refunds/refund-job.ts';
import { carryOutRefund, type RefundDeps } from './refunds/refunds.service.ts';

export const paymentJobs = (deps: RefundDeps): Job[] => [
  { name: EVENT_JOB, lane: 'money', run: (job: EventJob) => processEvent(deps, job) },
  { name: REFUND_JOB, lane: 'money', run: (job: RefundJob) => carryOutRefund(deps, job) },
  { name: 'follow-disputes', lane: 'money', run: () => syncDisputes(deps), schedule: NIGHTLY },
];
