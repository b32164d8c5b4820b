import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../../platform/mail/mail-pieces.tsx';
import { adviceFor } from './security-mail-advice.ts';
import { type SecurityMailTexts, securityMailTexts } from './security-mail-texts.ts';
import type { SecurityMailKind } from './security-mails.ts';

type SecurityMailProps = {
  kind: SecurityMailKind;
  recipient: { id: string; name: string };
  person: { id: string; name: string; email: string };
  detail: string;
  /** Date and time in the shop's time zone. */
  when: string;
  publicUrl: string;
};

const isAboutRecipient = ({ recipient, person }: SecurityMailProps) => recipient.id === person.id;

const textsOf = (mail: SecurityMailProps): SecurityMailTexts => {
  const { kind, person, detail } = mail;
  const who = isAboutRecipient(mail) ? 'You' : `${person.name} (${person.email})`;
  return securityMailTexts[kind](isAboutRecipient(mail) ? 'your' : `the administrator ${who}'s`, who, detail);
};

export const subjectOf = (mail: SecurityMailProps): string => textsOf(mail).subject;

export function SecurityMail(mail: SecurityMailProps) {
  const { subject, sentence } = textsOf(mail);
  const { kind, recipient, person, when, publicUrl } = mail;
  const { advice, action, path } = adviceFor(kind, { personId: person.id, isOwn: isAboutRecipient(mail) });
  return (
    <MailLayout preview={sentence} heading={subject} publicUrl={publicUrl}>
      <MailText>Hello {recipient.name},</MailText>
      <MailText>{sentence}</MailText>
      <MailText isMuted>When: {when}</MailText>
      <MailText>If you expected this, you do not need to do anything. If not, {advice}</MailText>
      <MailButton href={`${publicUrl}${path}`}>{action}</MailButton>
    </MailLayout>
  );
}
