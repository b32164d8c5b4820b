import type { Contact } from '@shop/contract/contact';
import { mailTime } from '../../platform/mail/mail-dates.ts';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailFacts, MailQuote, MailText } from '../../platform/mail/mail-pieces.tsx';

type AcknowledgementProps = Pick<Contact, 'source' | 'subject'> & {
  /** What the sender wrote, where the address is known to be theirs. */
  quote: string | null;
  receivedAt: Date;
  publicUrl: string;
};

/**
 * Without a quote it carries nothing that the sender typed: the shop must not become a way to send one's own words to
 * strangers.
 */
export function ContactAcknowledgementMail({ source, subject, quote, receivedAt, publicUrl }: AcknowledgementProps) {
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
      {quote && (
        <>
          <MailText>You wrote:</MailText>
          <MailQuote>{quote}</MailQuote>
        </>
      )}
      <MailText>Many questions are answered on our FAQ page already.</MailText>
      <MailButton href={`${publicUrl}/faq`}>Read the FAQ</MailButton>
      <MailText isMuted>If you did not write to us, somebody gave your address by mistake. Ignore this mail.</MailText>
    </MailLayout>
  );
}
