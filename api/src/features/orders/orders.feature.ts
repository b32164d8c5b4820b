import type { Job } from '../../platform/jobs/jobs.ts';
import { type OrderJobDeps, orderJobs } from './orders.jobs.ts';
import { orderRoutes } from './orders.routes.ts';
import { orderRetention } from './orders-retention.queries.ts';
import { orderPaymentEvents } from './payment/order-payment-events.ts';
import { backfillRefundedAmounts } from './refunds/backfill-refunded-amounts.job.ts';

export const ordersFeature = {
  routes: orderRoutes,
  jobs: (deps: OrderJobDeps): Job[] => [...orderJobs(deps), backfillRefundedAmounts(deps)],
  retention: orderRetention,
  /** The payment jobs call these handlers: payments may not import orders. */
  paymentEvents: orderPaymentEvents,
};
