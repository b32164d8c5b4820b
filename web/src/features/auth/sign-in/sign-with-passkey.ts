import type { Assertion } from '@shop/contract/accounts/passkeys';
import { factorCalls } from '@shop/contract/calls/factor-calls';
import { startAuthentication } from '@simplewebauthn/browser';
import { type Api, registerCalls } from '../../../lib/api.ts';

registerCalls(factorCalls);

const NO_PASSKEY_USED = 'No passkey was used. You can try again.';

/** Gets a challenge from the server and lets the user sign it with a passkey of their choice. */
export async function signWithPasskey(api: Pick<Api, 'askForPasskey'>): Promise<Assertion> {
  const { data } = await api.askForPasskey({});
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  try {
    return (await startAuthentication({ optionsJSON: data as unknown as Options })) as unknown as Assertion;
  } catch {
    // Browsers hide the reason, so that a site cannot learn whether a passkey exists.
    throw new Error(NO_PASSKEY_USED);
  }
}
