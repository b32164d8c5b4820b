import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../../platform/vault.ts';

const uuid = z.uuid();

/** Ends one alert, for whoever has its mail: signed, so that nobody can make one up. */
export const alertToken = (vault: Vault, alertId: string): string =>
  `${alertId}.${vault.fingerprint('alert-link', alertId).toString('base64url')}`;

/** The alert that a token of ours is about. */
export function alertIn(vault: Vault, token: string): string | undefined {
  const [alertId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const isOurs = vault
    .fingerprints('alert-link', alertId)
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
  return isOurs && uuid.safeParse(alertId).success ? alertId : undefined;
}
