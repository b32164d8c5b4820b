import { zodResolver } from '@hookform/resolvers/zod';
import { passwordReset } from '@shop/contract/accounts/accounts';
import { PASSWORD, SHOP_NAME } from '@shop/contract/limits/limits';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router';
import { showFieldErrors } from '../../../lib/form-failure.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextLink } from '../../../ui/buttons/text-link.tsx';
import { EarlyForm } from '../../../ui/forms/early-form.tsx';
import { NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { authSlice, checkSession, resetPassword } from '../auth.slice.ts';
import { useClearAuthState } from '../use-clear-auth-state.ts';
import { AuthCard } from './auth-card.tsx';

/** On this page the strength bar is full at four of five points (spec point 26). */
const FULL_SCORE = 4;

export function Component() {
  const { token = '' } = useParams();
  const { loading, error } = useSelector(authSlice.selectSlice);
  const [isDone, setIsDone] = useState(false);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  // No default values: they would overwrite text that was typed before hydration.
  const form = useForm({ resolver: zodResolver(passwordReset) });
  const password = useWatch({ control: form.control, name: 'password' }) ?? '';
  useClearAuthState();

  const submit = form.handleSubmit(async (values) => {
    const outcome = await dispatch(resetPassword({ token, password: values.password }));
    if (!resetPassword.fulfilled.match(outcome)) return void showFieldErrors(form, outcome.payload);
    form.reset();
    setIsDone(true);
    // A reset signs the user out on all devices, possibly also here.
    void dispatch(checkSession());
  });
  const continueToLogin = () => navigate(urls.login, { replace: true });

  return (
    <AuthCard
      title="Choose a new password"
      hint="Every device that is signed in will be signed out."
      links={
        <>
          <TextLink to={urls.forgotPassword}>Ask for a new link</TextLink>
          <TextLink to={urls.login}>Sign in</TextLink>
        </>
      }
    >
      <title>{`Reset password – ${SHOP_NAME}`}</title>
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <EarlyForm what="Choosing a password" onSubmit={submit} noValidate className="grid gap-4">
        <NewPasswordField
          {...form.register('password')}
          label="New Password"
          required
          minLength={PASSWORD.min}
          error={form.formState.errors.password?.message}
          password={password}
          fullScore={FULL_SCORE}
        />
        <Button
          type="submit"
          size="lg"
          isFullWidth
          disabled={password.length < PASSWORD.min}
          isBusy={loading}
          busyText="Resetting..."
        >
          Reset Password
        </Button>
      </EarlyForm>
      <Modal
        isOpen={isDone}
        onClose={continueToLogin}
        title="Password Reset Successful"
        size="sm"
        footer={<Button onClick={continueToLogin}>Continue to Login</Button>}
      >
        <Banner tone="success">You can sign in with your new password now.</Banner>
      </Modal>
    </AuthCard>
  );
}
