import { zodResolver } from '@hookform/resolvers/zod';
import { forgottenPassword } from '@shop/contract/accounts/accounts';
import { SHOP_NAME } from '@shop/contract/limits/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { showFieldErrors } from '../../../lib/form-failure.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextLink } from '../../../ui/buttons/text-link.tsx';
import { EarlyForm } from '../../../ui/forms/early-form.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { authSlice, clearAuthState, forgotPassword } from '../auth.slice.ts';
import { useClearAuthState } from '../use-clear-auth-state.ts';
import { AuthCard } from './auth-card.tsx';
import { CheckYourEmail } from './check-your-email.tsx';

export function Component() {
  const { loading, error, message } = useSelector(authSlice.selectSlice);
  const [sentTo, setSentTo] = useState<string>();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  // No default values: they would overwrite text that was typed before hydration.
  const form = useForm({ resolver: zodResolver(forgottenPassword) });
  useClearAuthState();
  const isSent = Boolean(sentTo && message && !error);

  const submit = form.handleSubmit(async ({ email }) => {
    const outcome = await dispatch(forgotPassword({ email }));
    if (forgotPassword.fulfilled.match(outcome)) setSentTo(email);
    else showFieldErrors(form, outcome.payload);
  });

  function close() {
    dispatch(clearAuthState());
    void navigate(urls.login);
  }

  return (
    <AuthCard
      title="Forgot your password?"
      hint="Tell us your email, and we send you a link to choose a new one."
      links={
        <>
          <p>
            Remembered it? <TextLink to={urls.login}>Sign in</TextLink>
          </p>
          <TextLink to={urls.home}>Back to Home</TextLink>
        </>
      }
    >
      <title>{`Forgot password – ${SHOP_NAME}`}</title>
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      {isSent && <Banner tone="success">{message}</Banner>}
      <EarlyForm what="Asking for a link" onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={form.formState.errors.email?.message}
        />
        <Button type="submit" size="lg" isFullWidth isBusy={loading} busyText="Sending...">
          Send Reset Link
        </Button>
      </EarlyForm>
      <CheckYourEmail isOpen={isSent} email={sentTo ?? ''} onClose={close} />
    </AuthCard>
  );
}
