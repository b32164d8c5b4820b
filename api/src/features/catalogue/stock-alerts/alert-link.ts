import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../../platform/vault.ts';

const uuid = z.uuid();

/** A token that ends one alert without signing in. It is signed, so that nobody can forge one. */
export const alertToken = (vault: Vault, alertId: string): string =>
  `${alertId}.${vault.fingerprint('alert-link', alertId).toString('base64url')}`;

/** The id of the alert, if the signature of the token is valid. */
export function alertIdOf(vault: Vault, token: string): string | undefined {
  const [alertId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = vault
    .fingerprints('alert-link', alertId)
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  return isOurs && uuid.safeParse(alertId).success ? alertId : undefined;
}
