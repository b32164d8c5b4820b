import { type Database, inTransaction } from '../database.ts';
import { newId } from '../ids.ts';
import { paymentEntity } from '../payments/payments.entity.ts';
import { findPaymentForUpdate, type PaymentRow } from '../payments/payments.queries.ts';
import { badRequest, unknownId } from '../provider-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { enqueueWebhook } from '../webhooks/webhooks.service.ts';
import { disputeEntity } from './disputes.entity.ts';
import { type DisputeRow, findDispute, insertDispute, updateUndecidedDispute } from './disputes.queries.ts';
import { type DisputeClaim, type DisputeEvent, disputableAmount, statusAfter } from './disputes.rules.ts';

const TIME_TO_RESPOND_MS = 3 * 24 * 60 * 60 * 1000;

export async function requireDispute(sandbox: Sandbox, id: string): Promise<DisputeRow> {
  const dispute = await findDispute(sandbox.pool, id);
  if (!dispute) throw unknownId();
  return dispute;
}

/** Opens a dispute of a payment, or moves its undecided dispute. */
export async function moveDispute(
  sandbox: Sandbox,
  paymentId: string,
  step: { event: DisputeEvent; claim: DisputeClaim; sendsWebhook: boolean },
): Promise<DisputeRow> {
  const dispute = await inTransaction(sandbox.pool, async (db) => {
    const payment = await findPaymentForUpdate(db, paymentId);
    if (!payment) throw unknownId();
    const dispute = await (step.event === 'created'
      ? openDispute(db, sandbox, payment, step.claim)
      : advanceDispute(db, sandbox, payment, step.event));
    if (step.sendsWebhook) {
      const entities = { payment: paymentEntity(payment), dispute: disputeEntity(dispute) };
      await enqueueWebhook(db, sandbox, `payment.dispute.${step.event}`, entities);
    }
    return dispute;
  });
  sandbox.wake();
  return dispute;
}

async function openDispute(
  db: Database,
  sandbox: Sandbox,
  payment: PaymentRow,
  claim: DisputeClaim,
): Promise<DisputeRow> {
  const now = sandbox.now();
  const amountPaise = disputableAmount(payment, claim.amountPaise);
  const dispute = await insertDispute(db, {
    ...claim,
    id: newId('disp'),
    paymentId: payment.id,
    amountPaise,
    amountDeductedPaise: claim.isDeductedAtOnset ? amountPaise : 0,
    respondBy: new Date(now.getTime() + TIME_TO_RESPOND_MS),
    createdAt: now,
  });
  if (!dispute) throw badRequest('The payment has an undecided dispute already', 'payment_id');
  return dispute;
}

async function advanceDispute(
  db: Database,
  sandbox: Sandbox,
  payment: PaymentRow,
  event: Exclude<DisputeEvent, 'created'>,
): Promise<DisputeRow> {
  const dispute = await updateUndecidedDispute(db, payment.id, { status: statusAfter[event], now: sandbox.now() });
  if (!dispute) throw badRequest('The payment has no undecided dispute', 'payment_id');
  return dispute;
}
