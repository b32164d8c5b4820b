import { webhookRoutes } from './events/webhook.routes.ts';
import { paymentJobs } from './payments.jobs.ts';
import { paymentRetention } from './payments-retention.queries.ts';

export const paymentsFeature = { routes: webhookRoutes, jobs: paymentJobs, retention: paymentRetention };
