import type { Contact } from '@shop/contract/contact';
import { mailTime } from '../../platform/mail/mail-dates.ts';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';

type AcknowledgementProps = Pick<Contact, 'source' | 'subject'> & { receivedAt: Date; publicUrl: string };

/**
 * The mail contains nothing that the sender typed. The address is not verified, even for signed-in users, so a spammer
 * could otherwise send their own text to strangers through the shop.
 */
export function ContactAcknowledgementMail({ source, subject, receivedAt, publicUrl }: AcknowledgementProps) {
  const thing = source === 'contact' ? 'message' : 'report';
  return (
    <MailLayout
      preview={`We have received your ${thing} about ${subject.toLowerCase()} and will answer to this address.`}
      heading="Thank you"
      publicUrl={publicUrl}
    >
      <MailText>We have received your {thing} and will review it shortly.</MailText>
      <MailFacts
        facts={[
          { label: 'Subject', value: subject },
          { label: 'Received', value: mailTime(receivedAt) },
        ]}
      />
      <MailText>You may find an answer on our FAQ page in the meantime.</MailText>
      <MailButton href={`${publicUrl}/faq`}>Read the FAQ</MailButton>
      <MailText isMuted>
        If you did not write to us, somebody entered your address by mistake. You can ignore this mail.
      </MailText>
    </MailLayout>
  );
}
