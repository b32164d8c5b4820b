import { toRupees } from '@shop/contract/money';
import { createElement } from 'react';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type LetterDeps, sendLetter } from '../../platform/mail/send-letter.ts';
import { findAdminWithPermission } from '../accounts/administrators/admins.service.ts';
import { findRefundWithPayment } from '../payments/refunds/refunds.service.ts';
import { requireBatch } from '../stock/batches/batches.service.ts';
import { decryptDeliveredGoods } from '../stock/units/goods.service.ts';
import { DELIVERY_MAIL, type DeliveryMailJob } from './delivery/delivery.service.ts';
import { disputeMailJob } from './disputes/dispute-mail.job.ts';
import { DeliveryMail, type OrderFacts, RecallMail, RefundFailedMail, RefundMail } from './order-mail.templates.tsx';
import { findBuyer, findOrderRow, type OrderRow } from './orders.queries.ts';
import type { OrderDeps } from './orders.service.ts';
import { type ReconcileDeps, reconcileOrders } from './payment/reconcile.service.ts';
import { RECALL_MAIL, type RecallMailJob } from './recalls/recall.service.ts';
import {
  REFUND_FAILED_MAIL,
  REFUND_FAILED_PERMISSIONS,
  REFUND_MAIL,
  type RefundFailedMailJob,
  type RefundMailJob,
} from './refunds/order-refunds.service.ts';

// A round starts each minute. If one takes longer, the next two run beside it in any process and share the due orders.
const ROUNDS = ['reconcile-orders', 'reconcile-orders-2', 'reconcile-orders-3'];
const minutesOf = (round: number) =>
  Array.from({ length: 60 / ROUNDS.length }, (_, turn) => turn * ROUNDS.length + round).join();

export type OrderJobDeps = OrderDeps & ReconcileDeps & LetterDeps;

/** Each mail job reads the order when it runs, and sends nothing to a closed account. */
export function orderJobs(deps: OrderJobDeps): Job[] {
  const { db } = deps;
  const { publicUrl } = deps.config;

  const mailDelivery = async ({ orderId }: DeliveryMailJob) => {
    const order = await findOrderRow(db, { id: orderId });
    const buyer = await findBuyer(db, orderId);
    // The order was refunded before the mail was sent, and its code withdrawn.
    if (order?.payment_status !== 'completed' || !buyer) return;
    const content = createElement(DeliveryMail, {
      name: buyer.name,
      publicUrl,
      order: factsOf(order),
      goods: await decryptDeliveredGoods(deps, orderId),
      howToRedeem: order.product_details.howToRedeem,
      expiryDate: new Date(order.product_details.expiryDate),
    });
    const subject = `Your order: ${order.product_details.title}`;
    await sendLetter(deps, { id: `delivery-${orderId}`, to: buyer.email, subject, content });
  };

  const mailRefund = async ({ refundId }: RefundMailJob) => {
    const refund = await findRefundWithPayment(db, refundId);
    const order = refund && (await findOrderRow(db, { id: refund.order_id }));
    const buyer = order && (await findBuyer(db, order.id));
    // The refund may have failed since. The mail is sent when it succeeds.
    if (refund?.status !== 'processed' || !order || !buyer) return;
    const content = createElement(RefundMail, {
      name: buyer.name,
      publicUrl,
      order: refundedFactsOf(order, refund),
      amount: toRupees(refund.amount_paise),
      reason: refund.reason,
    });
    const subject = `Refund: ${order.product_details.title}`;
    await sendLetter(deps, { id: `refund-${refundId}-${refund.attempt}`, to: buyer.email, subject, content });
  };

  const mailRefundFailed = async ({ refundId, attempt, adminId }: RefundFailedMailJob) => {
    const refund = await findRefundWithPayment(db, refundId);
    const order = refund && (await findOrderRow(db, { id: refund.order_id }));
    const reader =
      adminId === undefined
        ? order && (await findBuyer(db, order.id))
        : await findAdminWithPermission(db, REFUND_FAILED_PERMISSIONS, adminId);
    if (!refund || !order || !reader) return;
    const content = createElement(RefundFailedMail, {
      name: reader.name,
      publicUrl,
      order: refundedFactsOf(order, refund),
      amount: toRupees(refund.amount_paise),
      isBuyer: adminId === undefined,
    });
    const subject = `Refund did not arrive: ${order.product_details.title}`;
    const id = `refund-failed-${refundId}-${attempt}-${adminId ?? 'buyer'}`;
    await sendLetter(deps, { id, to: reader.email, subject, content });
  };

  const mailRecall = async ({ orderId, batchId }: RecallMailJob) => {
    const order = await findOrderRow(db, { id: orderId });
    const buyer = await findBuyer(db, orderId);
    const { recallReason } = await requireBatch(deps, batchId);
    // A refunded buyer has no code to replace.
    if (order?.payment_status !== 'completed' || !buyer) return;
    const content = createElement(RecallMail, {
      name: buyer.name,
      publicUrl,
      order: factsOf(order),
      reason: recallReason ?? '',
    });
    const subject = `About your order: ${order.product_details.title}`;
    await sendLetter(deps, { id: `recall-${batchId}-${orderId}`, to: buyer.email, subject, content });
  };

  return [
    { name: RECALL_MAIL, lane: 'mail', run: mailRecall },
    { name: DELIVERY_MAIL, lane: 'mail', run: mailDelivery },
    { name: REFUND_MAIL, lane: 'mail', run: mailRefund },
    disputeMailJob(deps),
    { name: REFUND_FAILED_MAIL, lane: 'mail', run: mailRefundFailed },
    ...ROUNDS.map((name, round): Job => {
      return { name, lane: 'money', run: () => reconcileOrders(deps), schedule: `${minutesOf(round)} * * * *` };
    }),
  ];
}

/** The facts of the refunded payment, which may not be the one that paid the order. */
const refundedFactsOf = (
  order: OrderRow,
  refund: NonNullable<Awaited<ReturnType<typeof findRefundWithPayment>>>,
): OrderFacts => ({
  ...factsOf(order),
  amountPaid: toRupees(refund.paid_paise),
  paidAt: refund.captured_at,
  paymentMethod: refund.method,
  paymentId: refund.payment_id,
});

const factsOf = (order: OrderRow): OrderFacts => ({
  orderId: order.id,
  title: order.product_details.title,
  company: order.product_details.company,
  quantity: order.quantity,
  amountPaid: toRupees(order.amount_paid_paise),
  paidAt: order.paid_at ?? order.created_at,
  paymentMethod: order.payment_method,
  paymentId: order.provider_payment_id,
});
