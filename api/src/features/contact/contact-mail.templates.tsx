import type { Contact } from '@shop/contract/contact';
import { mailTime } from '../../platform/mail/mail-dates.ts';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailText } from '../../platform/mail/mail-pieces.tsx';

type AcknowledgementProps = Pick<Contact, 'source' | 'subject'> & { receivedAt: Date; publicUrl: string };

/**
 * It carries nothing that the sender typed: the shop must not become a way to send one's own words to strangers. Signed in
 * or not, nobody has proved that the address is theirs.
 */
export function ContactAcknowledgementMail({ source, subject, receivedAt, publicUrl }: AcknowledgementProps) {
  const thing = source === 'contact' ? 'message' : 'report';
  return (
    <MailLayout
      preview={`We have your ${thing} about ${subject.toLowerCase()} and answer to this address.`}
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
      <MailText>Many questions are answered on our FAQ page already.</MailText>
      <MailButton href={`${publicUrl}/faq`}>Read the FAQ</MailButton>
      <MailText isMuted>If you did not write to us, somebody gave your address by mistake. Ignore this mail.</MailText>
    </MailLayout>
  );
}
