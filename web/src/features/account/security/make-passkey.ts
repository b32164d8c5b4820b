import type { NewCredential } from '@shop/contract/accounts/passkeys';
import { startRegistration } from '@simplewebauthn/browser';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Undefined when the person or the browser did not want to. */
export const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as Options }).then(
    (made) => made as unknown as NewCredential,
    () => undefined,
  );
