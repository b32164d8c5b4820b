import { SHOP_NAME } from '@shop/contract/limits/limits';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { TextLink } from '../../../ui/buttons/text-link.tsx';
import { EarlyForm } from '../../../ui/forms/early-form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { lazyPart, loadFailedText } from '../../../ui/lazy-part.ts';
import { LoadingScreen } from '../../../ui/loading-screen.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { authSlice, login } from '../auth.slice.ts';
import type { SignInState } from '../session/sign-in-state.ts';
import { useClearAuthState } from '../use-clear-auth-state.ts';
import { AuthCard } from './auth-card.tsx';
import { IntendedProduct } from './intended-product.tsx';

const PASSWORD_MIN_LENGTH = 6;
const PasskeySignIn = lazyPart(async () => ({ default: (await import('./passkey-sign-in.tsx')).PasskeySignIn }));
const SecondStep = lazyPart(
  async () => ({ default: (await import('./second-step.tsx')).SecondStep }),
  () => (
    <AuthCard
      title="One more step"
      hint="Your password was right; a code comes next."
      links={<TextLink to={urls.home}>Back to Home</TextLink>}
    >
      <Banner tone="error">{loadFailedText('It')}</Banner>
    </AuthCard>
  ),
);

const passkeyPlaceholder = <div className="h-11" />;

/** Only the browser validates this form (spec §5). The rules for new passwords must not lock out older accounts. */
export function Component() {
  const { loading, error, isChecked } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  const state = useLocation().state as SignInState | null;
  const passwordRef = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<'password' | 'code' | 'expired'>('password');
  useClearAuthState();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const outcome = await dispatch(login({ email: String(data.get('email')), password: String(data.get('password')) }));
    if (login.rejected.match(outcome)) passwordRef.current?.select();
    else if (outcome.payload.twoFactor) setStep('code');
  }

  if (step === 'code')
    return (
      <Suspense fallback={<LoadingScreen />}>
        <SecondStep onStartAgain={(isExpired) => setStep(isExpired ? 'expired' : 'password')} />
      </Suspense>
    );
  return (
    <AuthCard
      title="Welcome back"
      hint="Sign in to buy, and to see your orders and codes."
      links={<TextLink to={urls.home}>Back to Home</TextLink>}
    >
      <title>{`Sign in – ${SHOP_NAME}`}</title>
      <IntendedProduct />
      {/* After the session check only: the server does not know the navigation state. */}
      {isChecked && state?.isExpired && !error && (
        <Banner tone="info">Your session has ended. Sign in again to go on where you were.</Banner>
      )}
      {step === 'expired' && !error && (
        <Banner tone="info">That took too long. Please enter your password again.</Banner>
      )}
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <EarlyForm what="Signing in" onSubmit={submit} className="grid gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required />
        <div>
          <PasswordField
            ref={passwordRef}
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            minLength={PASSWORD_MIN_LENGTH}
          />
          <TextLink to={urls.forgotPassword} className="mt-2">
            Forgot password?
          </TextLink>
        </div>
        <Button type="submit" size="lg" isFullWidth isBusy={loading} busyText="Signing in...">
          Sign In
        </Button>
      </EarlyForm>
      {/* The fallback reserves the height, so that the elements below do not jump. */}
      <Suspense fallback={passkeyPlaceholder}>{isChecked ? <PasskeySignIn /> : passkeyPlaceholder}</Suspense>
      <div className="grid gap-2">
        <p className="text-muted">New here? An account takes a minute.</p>
        <LinkButton to={urls.register} state={state} variant="secondary" size="lg" isFullWidth>
          Sign up
        </LinkButton>
      </div>
    </AuthCard>
  );
}
