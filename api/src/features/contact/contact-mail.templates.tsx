import type { Contact } from '@shop/contract/contact';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';

const received = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

type AcknowledgementProps = Pick<Contact, 'source' | 'subject'> & { receivedAt: Date; publicUrl: string };

/**
 * Carries nothing that the sender typed: the address is not proven to be theirs, and the shop must not become a way
 * to send one's own words to strangers.
 */
export function ContactAcknowledgementMail({ source, subject, receivedAt, publicUrl }: AcknowledgementProps) {
  const thing = source === 'contact' ? 'message' : 'report';
  return (
    <MailLayout preview={`Thank you. We will read your ${thing} shortly.`} heading="Thank you" publicUrl={publicUrl}>
      <MailText>We have received your {thing} and will review it shortly.</MailText>
      <MailFacts
        facts={[
          { label: 'Subject', value: subject },
          { label: 'Received', value: received.format(receivedAt) },
        ]}
      />
      <MailText>Many questions are answered on our FAQ page already.</MailText>
      <MailButton href={`${publicUrl}/faq`}>Read the FAQ</MailButton>
      <MailText isMuted>If you did not write to us, somebody gave your address by mistake. Ignore this mail.</MailText>
    </MailLayout>
  );
}
