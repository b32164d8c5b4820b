import type { Assertion } from '@shop/contract/accounts/passkeys';
import { factorCalls } from '@shop/contract/calls/factor-calls';
import { startAuthentication } from '@simplewebauthn/browser';
import { type Api, knowCalls } from '../../../lib/api.ts';

knowCalls(factorCalls);

const GIVEN_UP = 'No passkey was used. You can try again.';

/** Lets the browser ask for a passkey, whichever the person chooses, and sign a challenge of the shop's with it. */
export async function signWithPasskey(api: Pick<Api, 'askForPasskey'>): Promise<Assertion> {
  const { data } = await api.askForPasskey({});
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  try {
    return (await startAuthentication({ optionsJSON: data as unknown as Options })) as unknown as Assertion;
  } catch {
    // Browsers do not tell why: nobody is to learn whether there is a passkey.
    throw new Error(GIVEN_UP);
  }
}
