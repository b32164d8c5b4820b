import { MailLayout } from '../../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../../platform/mail/mail-pieces.tsx';
import { adviceOn } from './security-mail-advice.ts';
import { noticeWords, type Words } from './security-mail-texts.ts';
import type { SecurityEvent } from './security-mails.ts';

type Notice = {
  happening: SecurityEvent;
  recipient: { id: string; name: string };
  person: { id: string; name: string; email: string };
  detail: string;
  /** In the shop's own time zone. */
  when: string;
  publicUrl: string;
};

const isOwn = ({ recipient, person }: Notice) => recipient.id === person.id;

const wordsOf = (notice: Notice): Words => {
  const { happening, person, detail } = notice;
  const who = isOwn(notice) ? 'You' : `${person.name} (${person.email})`;
  return noticeWords[happening](isOwn(notice) ? 'your' : `the administrator ${who}'s`, who, detail);
};

export const subjectOf = (notice: Notice): string => wordsOf(notice).subject;

export function SecurityMail(notice: Notice) {
  const { subject, sentence } = wordsOf(notice);
  const { happening, recipient, person, when, publicUrl } = notice;
  const { advice, action, path } = adviceOn(happening, { personId: person.id, isOwn: isOwn(notice) });
  return (
    <MailLayout preview={sentence} heading={subject} publicUrl={publicUrl}>
      <MailText>Hello {recipient.name},</MailText>
      <MailText>{sentence}</MailText>
      <MailText isMuted>When: {when}</MailText>
      <MailText>If that is as it should be, there is nothing to do. If not, {advice}</MailText>
      <MailButton href={`${publicUrl}${path}`}>{action}</MailButton>
    </MailLayout>
  );
}
