import { formatRupees } from '@shop/contract/money';
import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../../platform/mail/mail-pieces.tsx';

type DisputeMailProps = { name: string; publicUrl: string; isRefunded: boolean; dispute: DisputeFacts };
type DisputeFacts = {
  id: string;
  orderId: string;
  paymentId: string;
  title: string;
  amount: number;
  deducted: number;
  reason: string;
  phase: string;
  /** Null when the provider names no date. */
  answerBy: string | null;
};

/** For the owners: without an answer in time the shop loses the money. */
export function DisputeMail({ name, publicUrl, isRefunded, dispute }: DisputeMailProps) {
  const by = dispute.answerBy ? `by ${dispute.answerBy}` : 'as soon as you can';
  return (
    <MailLayout preview={`Answer ${by}.`} heading="A payment is disputed" publicUrl={publicUrl}>
      <MailText>
        Hello {name}, a buyer’s bank disputes the payment for {dispute.title}. Please answer in the Razorpay dashboard{' '}
        {by}. Without an answer, the bank decides for the buyer.
      </MailText>
      {isRefunded && (
        <MailText>
          This payment is already being refunded or has been refunded. Answer with the proof of the refund, so that the
          buyer is not paid twice.
        </MailText>
      )}
      <MailText>The shop cannot refund this order until the dispute is decided.</MailText>
      <MailFacts
        facts={[
          { label: 'Answer by', value: dispute.answerBy ?? 'Not given' },
          { label: 'Disputed', value: formatRupees(dispute.amount) },
          { label: 'Deducted so far', value: formatRupees(dispute.deducted) },
          { label: 'Reason', value: dispute.reason },
          { label: 'Phase', value: dispute.phase },
          { label: 'Dispute', value: dispute.id },
          { label: 'Payment', value: dispute.paymentId },
          { label: 'Order ID', value: dispute.orderId },
        ]}
      />
      <MailButton href={new URL(`/admin/orders/${dispute.orderId}`, publicUrl).href}>Open the order</MailButton>
    </MailLayout>
  );
}
