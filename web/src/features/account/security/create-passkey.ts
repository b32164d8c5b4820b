import type { NewCredential } from '@shop/contract/accounts/passkeys';
import { startRegistration } from '@simplewebauthn/browser';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Creates a passkey. Undefined if the user cancels or the browser refuses. */
export const createPasskey = (options: object) =>
  startRegistration({ optionsJSON: options as Options }).then(
    (made) => made as unknown as NewCredential,
    () => undefined,
  );
