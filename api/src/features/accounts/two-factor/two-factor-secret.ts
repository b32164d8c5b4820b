import type { Vault } from '../../../platform/vault.ts';
import { stepOf } from './totp.rules.ts';
import type { TwoFactorRow } from './two-factor.queries.ts';

/** The vault context includes the user id, so that a secret copied to another user's row cannot be decrypted. */
const contextOf = (userId: string) => `two-factor/${userId}`;

export const encryptSecret = (vault: Vault, userId: string, secret: Buffer): Buffer =>
  vault.seal(secret.toString('base64'), contextOf(userId));
export const decryptSecret = (vault: Vault, { user_id, key_id, secret_sealed }: TwoFactorRow): Buffer =>
  Buffer.from(vault.open(secret_sealed, key_id, contextOf(user_id)), 'base64');

// The operator sets this key id when a key is lost for good (docs/operations/keys.md).
const LOST_KEY_ID = '';

/** Returns the time step of the code, or undefined if the code is wrong or the secret's key is lost. */
export const findMatchingStep = (vault: Vault, factor: TwoFactorRow, code: string, now: Date): number | undefined =>
  factor.key_id === LOST_KEY_ID
    ? undefined
    : stepOf(decryptSecret(vault, factor), code, { now, lastStep: factor.last_step });
