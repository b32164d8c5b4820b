import { factorCalls } from '@shop/contract/calls/factor-calls';
import { SHOP_NAME } from '@shop/contract/limits/limits';
import { type FormEvent, useRef, useState } from 'react';
import { REQUEST_FAILED, registerCalls } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { request } from '../../../lib/state/request-state.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextLink } from '../../../ui/buttons/text-link.tsx';
import { OneTimeCodeField } from '../../../ui/forms/one-time-code-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { signedIn } from '../auth.slice.ts';
import { AuthCard } from './auth-card.tsx';

registerCalls(factorCalls);
const finishSignIn = request('auth/finishSignIn', (api, code: string) => api.finishSignIn({ body: { code } }));

type SecondStepProps = { onStartAgain: (isExpired: boolean) => void };

/** The second factor of a sign-in: a one-time code or a recovery code. */
export function SecondStep({ onStartAgain }: SecondStepProps) {
  const dispatch = useAppDispatch();
  const fieldRef = useRef<HTMLInputElement>(null);
  const [isRecovery, setIsRecovery] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    setIsBusy(true);
    setError(undefined);
    const outcome = await dispatch(finishSignIn(code));
    setIsBusy(false);
    if (finishSignIn.fulfilled.match(outcome)) return void dispatch(signedIn(outcome.payload));
    if (outcome.payload?.code === 'SIGN_IN_EXPIRED') return onStartAgain(true);
    setError(outcome.payload?.message ?? REQUEST_FAILED);
    fieldRef.current?.select();
  }

  return (
    <AuthCard
      title="One more step"
      hint={
        isRecovery
          ? 'Enter one of the recovery codes that you kept. Each works once.'
          : 'Enter the code that your authenticator app shows now.'
      }
      links={
        <>
          <Button variant="quiet" size="sm" onClick={() => setIsRecovery(!isRecovery)}>
            {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
          </Button>
          <Button variant="quiet" size="sm" onClick={() => onStartAgain(false)}>
            Start again
          </Button>
        </>
      }
    >
      <title>{`Sign in – ${SHOP_NAME}`}</title>
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <form onSubmit={submit} className="grid gap-4">
        <OneTimeCodeField key={String(isRecovery)} ref={fieldRef} isRecovery={isRecovery} autoFocus />
        <Button type="submit" size="lg" isFullWidth isBusy={isBusy} busyText="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="text-muted">
        You have neither, or it was not you who turned this on? <TextLink to={urls.contact}>Write to us</TextLink>
      </p>
    </AuthCard>
  );
}
