import type { SecurityMailKind } from './security-mails.ts';

export type SecurityMailTexts = { subject: string; sentence: string };

/** `whose` is "your" in the mail to the person, and the person's name in the mails to owners. `who` likewise. */
export const securityMailTexts: Record<
  SecurityMailKind,
  (whose: string, who: string, detail: string) => SecurityMailTexts
> = {
  'new-device': (whose, _, detail) => ({
    subject: 'New sign-in',
    sentence: `Somebody signed in to ${whose} account with a new device: ${detail}.`,
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
    sentence: `The rights of ${whose} account were changed: ${detail}.`,
  }),
  'codes-quota-met': (_, who, detail) => ({
    subject: 'Many codes shown',
    sentence: `${who} opened or delivered by hand ${detail} codes in the administration within one hour. That is the limit. We refuse more until the hour is over.`,
  }),
  'own-order-completed': (_, who, detail) => ({
    subject: 'Own order completed',
    sentence: `${who} completed an order of their own: ${detail}.`,
  }),
};
