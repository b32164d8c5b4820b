import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../platform/mail/mail-pieces.tsx';
import { noticeWords, type Words } from './security-notice-words.ts';
import type { Happening } from './security-notices.ts';

type Notice = {
  happening: Happening;
  recipient: { id: string; name: string };
  person: { id: string; name: string; email: string };
  detail: string;
  /** In the shop's own time zone. */
  when: string;
  publicUrl: string;
};

const wordsOf = ({ happening, recipient, person, detail }: Notice): Words => {
  const isOwn = recipient.id === person.id;
  const who = isOwn ? 'You' : `${person.name} (${person.email})`;
  return noticeWords[happening](isOwn ? 'your' : `the administrator ${who}'s`, who, detail);
};

export const subjectOf = (notice: Notice): string => wordsOf(notice).subject;

export function SecurityNoticeMail(notice: Notice) {
  const { subject, sentence } = wordsOf(notice);
  const { recipient, when, publicUrl } = notice;
  return (
    <MailLayout preview={sentence} heading={subject} publicUrl={publicUrl}>
      <MailText>Hello {recipient.name},</MailText>
      <MailText>{sentence}</MailText>
      <MailText isMuted>When: {when}</MailText>
      <MailText>If that is as it should be, there is nothing to do. If not, reset the password at once.</MailText>
      <MailButton href={`${publicUrl}/forgot-password`}>Reset the Password</MailButton>
    </MailLayout>
  );
}
