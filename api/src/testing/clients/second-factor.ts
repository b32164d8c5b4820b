import { codeAt, stepAt } from '../../features/accounts/two-factor/totp.rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Shop } from '../../shop.ts';
import type { TestClient } from './test-client.ts';
import type { SignedInClient } from './test-sessions.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an authenticator app shows for this secret. */
export const appCode = (secret: string, now: Date, stepsLater = 0): string =>
  codeAt(bytesOf(secret), stepAt(now) + stepsLater);

/** Turns two-factor sign-in on and returns the secret and the recovery codes. */
export async function turnOnTwoFactor(browser: TestClient, { clock }: { clock: Clock }) {
  const { secret } = (await browser.call('startTwoFactor', { body: {} })).body.data;
  const reply = await browser.call('confirmTwoFactor', { body: { code: appCode(secret, clock.now()) } });
  if (reply.status !== 200) throw new Error(`two-factor sign-in was not turned on: ${reply.body.message}`);
  return { secret, recoveryCodes: reply.body.data.recoveryCodes };
}

/** Marks the email as verified, as a reset by mail does. Later resets then keep the second factors. */
export async function markAddressVerified(
  { user }: SignedInClient,
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
): Promise<void> {
  await db.updateTable('users').set({ email_verified_at: clock.now() }).where('id', '=', user.id).execute();
}
