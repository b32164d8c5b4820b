import type { Job } from '../../platform/jobs.ts';
import { EVENT_JOB, type EventJob, processEvent } from './events.service.ts';
import { REFUND_JOB, type RefundJob } from './refund-job.ts';
import { carryOutRefund, type RefundDeps } from './refunds.service.ts';

export const paymentJobs = (deps: RefundDeps): Job[] => [
  { name: EVENT_JOB, run: (job: EventJob) => processEvent(deps, job) },
  { name: REFUND_JOB, run: (job: RefundJob) => carryOutRefund(deps, job) },
];
