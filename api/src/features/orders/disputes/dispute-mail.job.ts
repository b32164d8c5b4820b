import type { Permission } from '@shop/contract/accounts/permissions';
import { toRupees } from '@shop/contract/money';
import { createElement } from 'react';
import { enqueue, type Job, type JobName } from '../../../platform/jobs/jobs.ts';
import { mailTime } from '../../../platform/mail/mail-dates.ts';
import { type LetterDeps, sendLetter } from '../../../platform/mail/send-letter.ts';
import type { Database } from '../../../tables.ts';
import { findAdminWithPermission, listAdminsWithPermission } from '../../accounts/administrators/admins.service.ts';
import { findDispute } from '../../payments/disputes/disputes.service.ts';
import { paymentState } from '../../payments/payments.service.ts';
import { findOrderRow } from '../orders.queries.ts';
import { DisputeMail } from './dispute-mail.templates.tsx';

type DisputeMailJob = { disputeId: string; adminId: string; mailId: string };
const DISPUTE_MAIL: JobName<DisputeMailJob> = 'dispute-mail';

/** Only owners get these mails. */
const OWNERS_ONLY: readonly Permission[] = [];

/** Enqueues a mail to every owner about a dispute that needs an answer. */
export async function mailDispute(db: Database, { id, askedAt }: { id: string; askedAt: Date }): Promise<void> {
  for (const { id: adminId } of await listAdminsWithPermission(db, OWNERS_ONLY)) {
    const mailId = `dispute-${id}-${askedAt.getTime()}-${adminId}`;
    await enqueue(db, DISPUTE_MAIL, { disputeId: id, adminId, mailId });
  }
}

export const disputeMailJob = (deps: LetterDeps & { db: Database }): Job => ({
  name: DISPUTE_MAIL,
  lane: 'mail',
  run: async ({ disputeId, adminId, mailId }: DisputeMailJob) => {
    const { db } = deps;
    const owner = await findAdminWithPermission(db, OWNERS_ONLY, adminId);
    const dispute = await findDispute(db, disputeId);
    const order = dispute?.order_id && (await findOrderRow(db, { id: dispute.order_id }));
    if (!owner || !dispute || !order) return;
    const state = await paymentState(db, dispute.payment_id);
    const answerBy = dispute.respond_by && `${mailTime(dispute.respond_by)} (India)`;
    const content = createElement(DisputeMail, {
      name: owner.name,
      publicUrl: deps.config.publicUrl,
      isRefunded: state === 'refunded' || state === 'refunding',
      dispute: {
        id: dispute.id,
        orderId: order.id,
        paymentId: dispute.payment_id,
        title: order.product_details.title,
        amount: toRupees(dispute.amount_paise),
        deducted: toRupees(dispute.deducted_paise),
        reason: dispute.reason_description ?? dispute.reason_code,
        phase: dispute.phase.replaceAll('_', ' '),
        answerBy,
      },
    });
    const subject = answerBy ? `Payment disputed: answer by ${answerBy}` : 'Payment disputed: an answer is needed';
    await sendLetter(deps, { id: mailId, to: owner.email, subject, content });
  },
});
