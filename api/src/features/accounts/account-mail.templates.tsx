import { SHOP_NAME } from '@shop/contract/limits/limits';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../platform/mail/mail-pieces.tsx';

type Addressee = { name: string; publicUrl: string };

export function WelcomeMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout preview={`Your account at ${SHOP_NAME} is ready.`} heading={`Welcome, ${name}`} publicUrl={publicUrl}>
      <MailText>Your account is ready. You can buy vouchers, gift cards, software keys and memberships now.</MailText>
      <MailText>Codes are delivered as soon as a payment is confirmed, and stay in your account.</MailText>
      <MailButton href={publicUrl}>Browse Products</MailButton>
    </MailLayout>
  );
}

export function ResetLinkMail({ name, publicUrl, token }: Addressee & { token: string }) {
  return (
    <MailLayout preview="Choose a new password within 30 minutes." heading="Reset your password" publicUrl={publicUrl}>
      <MailText>Hello {name}, somebody asked for a new password for your account.</MailText>
      <MailButton href={`${publicUrl}/reset-password/${token}`}>Choose a New Password</MailButton>
      <MailText>The link works once, for 30 minutes. A newer link replaces it.</MailText>
      <MailText isMuted>If it was not you, do nothing: your password stays as it is.</MailText>
    </MailLayout>
  );
}

export function PasswordChangedMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout preview="Your password has been changed." heading="Your password was changed" publicUrl={publicUrl}>
      <MailText>Hello {name}, the password of your account has just been changed.</MailText>
      <MailText>Every device has been signed out. Sign in again with the new password.</MailText>
      <MailText>If it was not you, take your account back at once by resetting the password.</MailText>
      <MailButton href={`${publicUrl}/forgot-password`}>Reset the Password</MailButton>
    </MailLayout>
  );
}

export function AccountClosedMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout preview="Your account has been closed." heading="Your account was closed" publicUrl={publicUrl}>
      <MailText>Hello {name}, your account has just been closed. Nobody can sign in to it any more.</MailText>
      <MailText>If it was not you, write to us at once.</MailText>
      <MailButton href={`${publicUrl}/contact`}>Write to Us</MailButton>
    </MailLayout>
  );
}

export function WrongPasswordsMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout
      preview="Somebody has tried several wrong passwords."
      heading="Somebody is trying to sign in to your account"
      publicUrl={publicUrl}
    >
      <MailText>
        Hello {name}, somebody has tried several wrong passwords for your account. Nobody got in, and we refuse further
        tries for a while.
      </MailText>
      <MailText>Where you have signed in before, you can sign in as ever.</MailText>
      <MailText>If it was you, or you use this password elsewhere, choose a new one.</MailText>
      <MailButton href={`${publicUrl}/forgot-password`}>Choose a New Password</MailButton>
    </MailLayout>
  );
}
