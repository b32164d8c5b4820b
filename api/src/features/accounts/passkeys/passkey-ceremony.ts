import type { Assertion, NewCredential } from '@shop/contract/accounts/passkeys';
import { SHOP_NAME } from '@shop/contract/limits/limits';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { fail } from '../../../platform/failure.ts';
import { PENDING_SIGN_IN_MINUTES } from '../sessions/sessions.rules.ts';
import type { PasskeyRow } from './passkeys.queries.ts';

/** WebAuthn's name for the site that a passkey belongs to: the shop at its public URL. */
export type RelyingParty = { id: string; origin: string };

export const relyingPartyAt = (url: string): RelyingParty => {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
};

// EdDSA, ES256 and RS256: every authenticator supports one of them. Newer algorithms are still experimental in Node.
const supportedAlgorithmIDs = [-8, -7, -257];

const timeout = PENDING_SIGN_IN_MINUTES * 60_000;

/** The authenticator asks for a fingerprint, face or PIN each time, so that one passkey counts as both factors. */
const userVerification = 'required';

export const creationOptions = (
  { id }: RelyingParty,
  user: { _id: string; email: string; name: string },
  known: readonly PasskeyRow[],
) =>
  generateRegistrationOptions({
    rpName: SHOP_NAME,
    rpID: id,
    userID: new Uint8Array(Buffer.from(user._id)),
    userName: user.email,
    userDisplayName: user.name,
    timeout,
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // The authenticator stores the account with the passkey, so that sign-in needs no email.
    authenticatorSelection: { residentKey: 'required', userVerification },
  });

export const requestOptions = ({ id }: RelyingParty) =>
  generateAuthenticationOptions({ rpID: id, timeout, userVerification });

/**
 * Reads the challenge from the signed data; the caller verifies challenge and signature. A passkey used in a frame of
 * another site (`crossOrigin`) is refused here, because the verifying library does not check that.
 */
export function challengeIn({ response }: NewCredential | Assertion): string {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    if (!crossOrigin) return String(challenge);
  } catch {}
  throw fail('passkeyRefused');
}

export async function verifyNew({ id, origin }: RelyingParty, response: NewCredential, expectedChallenge: string) {
  const verified = await orRefused(
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
    }),
  );
  if (!verified.verified) throw fail('passkeyRefused');
  return verified.registrationInfo;
}

export async function verifyUse(
  { id, origin }: RelyingParty,
  response: Assertion,
  { expectedChallenge, passkey }: { expectedChallenge: string; passkey: PasskeyRow },
) {
  const verified = await orRefused(
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    }),
  );
  if (!verified.verified) throw fail('passkeyRefused');
  return verified.authenticationInfo;
}

/** The library throws on malformed input. That is an expected failure, not a fault. */
const orRefused = <T>(verification: Promise<T>): Promise<T> =>
  verification.catch(() => {
    throw fail('passkeyRefused');
  });
