import type { Vault } from '../../../platform/vault.ts';
import { stepOf } from './totp.rules.ts';
import type { TwoFactorRow } from './two-factor.queries.ts';

/** The vault's purpose for what authenticator apps know: a secret copied to another person's row does not open there. */
const contextOf = (userId: string) => `two-factor/${userId}`;

export const encryptSecret = (vault: Vault, userId: string, secret: Buffer): Buffer =>
  vault.seal(secret.toString('base64'), contextOf(userId));
export const decryptSecret = (vault: Vault, { user_id, key_id, secret_sealed }: TwoFactorRow): Buffer =>
  Buffer.from(vault.open(secret_sealed, key_id, contextOf(user_id)), 'base64');

// What the database calls a key that was lost for good (docs/operations/keys.md).
const LOST_KEY_ID = '';

/** The step whose code the app shows; none of a secret that nobody can open any more. */
export const findMatchingStep = (vault: Vault, factor: TwoFactorRow, code: string, now: Date): number | undefined =>
  factor.key_id === LOST_KEY_ID
    ? undefined
    : stepOf(decryptSecret(vault, factor), code, { now, lastStep: factor.last_step });
