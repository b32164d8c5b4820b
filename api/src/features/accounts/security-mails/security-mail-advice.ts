import type { SecurityMailKind } from './security-mails.ts';

/** Advice for a reader who did not make the change: the end of a sentence, and the page with the remedy. */
type Advice = { advice: string; action: string; path: string };

const reset = (afterwards = '.'): Advice => ({
  advice: `reset the password at once${afterwards}`,
  action: 'Reset the Password',
  path: '/forgot-password',
});
const write = (why = '.'): Advice => ({ advice: `write to us${why}`, action: 'Write to Us', path: '/contact' });

/** A new password ends every session, but removes second factors only if the email address was never verified before. */
const adviceToPerson: Record<SecurityMailKind, Advice> = {
  'new-device': reset(),
  'password-changed': reset(),
  'two-factor-on': write(' at once: a new password alone does not turn it off.'),
  'two-factor-off': reset(', then turn it on again under Security in your account.'),
  'passkey-added': reset(', then remove the passkey under Security in your account. If you cannot, write to us.'),
  'passkey-removed': reset(),
  'access-changed': write(),
  'codes-quota-met': reset(),
  'own-order-completed': reset(),
};

/** An owner cannot reset the password of another admin, but can deactivate the account. */
const adviceToOwners = (personId: string): Advice => ({
  advice: 'deactivate the account, or change what it may do.',
  action: 'Open the Account',
  path: `/admin/users/${personId}`,
});

export const adviceFor = (kind: SecurityMailKind, { personId, isOwn }: { personId: string; isOwn: boolean }): Advice =>
  isOwn ? adviceToPerson[kind] : adviceToOwners(personId);
