import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../platform/mail/mail-pieces.tsx';
import type { Happening } from './security-notices.ts';

type Words = { subject: string; sentence: string };

/** `your` to the person, the name to the owners. */
const words: Record<Happening, (whose: string, who: string, detail: string) => Words> = {
  'new-device': (whose, _, detail) => ({
    subject: 'New sign-in',
    sentence: `Somebody signed in to ${whose} account with a device that was not used before: ${detail}.`,
  }),
  'password-changed': (whose) => ({
    subject: 'Password changed',
    sentence: `The password of ${whose} account was changed.`,
  }),
  'two-factor-on': (whose) => ({
    subject: 'Two-factor sign-in is on',
    sentence: `Two-factor sign-in was turned on for ${whose} account.`,
  }),
  'two-factor-off': (whose) => ({
    subject: 'Two-factor sign-in is off',
    sentence: `Two-factor sign-in was turned off for ${whose} account.`,
  }),
  'passkey-added': (whose, _, detail) => ({
    subject: 'Passkey added',
    sentence: `The passkey “${detail}” was added to ${whose} account.`,
  }),
  'passkey-removed': (whose, _, detail) => ({
    subject: 'Passkey removed',
    sentence: `The passkey “${detail}” was removed from ${whose} account.`,
  }),
  'access-changed': (whose, _, detail) => ({
    subject: 'Rights changed',
    sentence: `What ${whose} account may do in the shop was changed: ${detail}.`,
  }),
  'codes-quota-met': (_, who, detail) => ({
    subject: 'Many codes shown',
    sentence: `${who} had ${detail} codes shown in the back office within an hour, which is as many as allowed. More are refused until the hour is over.`,
  }),
};

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
  return words[happening](isOwn ? 'your' : `the administrator ${who}'s`, who, detail);
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
