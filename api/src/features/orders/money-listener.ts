import { enqueue } from '../../platform/jobs.ts';
import type { MoneyListener } from '../payments/refunds.service.ts';
import { type AdoptionDeps, adoptByProviderOrder } from './adoption.service.ts';
import { REFUND_MAIL, type RefundMailJob } from './orders.jobs.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

/** What orders do when they are told about money. */
export const orderMoney = (deps: SettlementDeps & AdoptionDeps): MoneyListener => ({
  async captured(provider, payment) {
    const orderId = await adoptByProviderOrder(deps, provider, payment.orderId);
    if (orderId) await settlePayment(deps, orderId, payment);
    return orderId !== undefined;
  },
  returned(db, { id }) {
    const mail: RefundMailJob = { refundId: id };
    return enqueue(db, REFUND_MAIL, mail);
  },
});
