import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { request } from '../../../lib/state/request-state.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { signedIn } from '../auth.slice.ts';
import { signWithPasskey } from './sign-with-passkey.ts';

const signIn = request('auth/signInWithPasskey', async (api) =>
  api.signInWithPasskey({ body: { passkey: await signWithPasskey(api) } }),
);

/** The passkey button, for browsers with WebAuthn. */
export function PasskeySignIn() {
  const dispatch = useAppDispatch();
  const [isOffered, setIsOffered] = useState<boolean>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  // In an effect, because the server cannot know whether the browser supports WebAuthn.
  useEffect(() => setIsOffered(browserSupportsWebAuthn()), []);

  async function enter() {
    setIsBusy(true);
    setError(undefined);
    const outcome = await dispatch(signIn());
    setIsBusy(false);
    if (signIn.fulfilled.match(outcome)) dispatch(signedIn(outcome.payload));
    else setError(outcome.payload?.message ?? REQUEST_FAILED);
  }

  if (isOffered === undefined) return <div className="h-11" />;
  if (!isOffered) return null;
  return (
    <div className="grid gap-4">
      {error && <Banner tone="error">{error}</Banner>}
      <Button variant="secondary" size="lg" isFullWidth onClick={enter} isBusy={isBusy} busyText="Waiting for it...">
        <KeyRound aria-hidden="true" size={18} />
        Use a passkey
      </Button>
    </div>
  );
}
