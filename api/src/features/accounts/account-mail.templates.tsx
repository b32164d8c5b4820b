import { SHOP_NAME } from '@shop/contract/limits/limits';
import { MailLayout } from '../../platform/mail/mail-layout.tsx';
import { MailButton, MailText } from '../../platform/mail/mail-pieces.tsx';

type Addressee = { name: string; publicUrl: string };

export function WelcomeMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout preview={`Your account at ${SHOP_NAME} is ready.`} heading={`Welcome, ${name}`} publicUrl={publicUrl}>
      <MailText>Your account is ready. You can buy vouchers, gift cards, software keys and memberships now.</MailText>
      <MailText>We deliver each code as soon as your payment is confirmed. Your codes stay in your account.</MailText>
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
      <MailText isMuted>If it was not you, you can ignore this mail. Your password has not changed.</MailText>
    </MailLayout>
  );
}

export function PasswordChangedMail({ name, publicUrl }: Addressee) {
  return (
    <MailLayout preview="Your password has been changed." heading="Your password was changed" publicUrl={publicUrl}>
      <MailText>Hello {name}, the password of your account has just been changed.</MailText>
      <MailText>Every device has been signed out. Sign in again with the new password.</MailText>
      <MailText>If it was not you, reset your password at once to get your account back.</MailText>
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
        Hello {name}, somebody has tried several wrong passwords for your account. Nobody got in, and we are blocking
        further attempts for a while.
      </MailText>
      <MailText>You can still sign in on devices that you have used before.</MailText>
      <MailText>If it was you, or if you use this password elsewhere, please choose a new one.</MailText>
      <MailButton href={`${publicUrl}/forgot-password`}>Choose a New Password</MailButton>
    </MailLayout>
  );
}
