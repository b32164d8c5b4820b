import { zodResolver } from '@hookform/resolvers/zod';
import { registrationForm } from '@shop/contract/accounts/accounts';
import { SHOP_NAME } from '@shop/contract/limits/limits';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router';
import { showFieldErrors } from '../../../lib/form-failure.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { urls } from '../../../lib/urls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextLink } from '../../../ui/buttons/text-link.tsx';
import { EarlyForm } from '../../../ui/forms/early-form.tsx';
import { NewPasswordField } from '../../../ui/forms/new-password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { authSlice, register } from '../auth.slice.ts';
import { useClearAuthState } from '../use-clear-auth-state.ts';
import { AuthCard } from './auth-card.tsx';
import { IntendedProduct } from './intended-product.tsx';

export function Component() {
  const { loading, error } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  const { state } = useLocation();
  // No default values: they would overwrite text that was typed before hydration.
  const form = useForm({ resolver: zodResolver(registrationForm) });
  const [typedBefore, setTypedBefore] = useState('');
  useEffect(() => setTypedBefore(form.getValues('password') ?? ''), [form]);
  const password = useWatch({ control: form.control, name: 'password' }) ?? typedBefore;
  const { errors } = form.formState;
  useClearAuthState();

  const submit = form.handleSubmit(async (person) => {
    const outcome = await dispatch(register(person));
    if (register.fulfilled.match(outcome)) toast(outcome.payload.message, { tone: 'success' });
    else showFieldErrors(form, outcome.payload);
  });

  return (
    <AuthCard
      title="Create your account"
      hint="It takes a minute. Your codes are kept here, where only you can see them."
      links={
        <>
          <p>
            Already have an account?{' '}
            <TextLink to={urls.login} state={state}>
              Sign in
            </TextLink>
          </p>
          <TextLink to={urls.login} state={state}>
            Back to Login
          </TextLink>
        </>
      }
    >
      <title>{`Register – ${SHOP_NAME}`}</title>
      <IntendedProduct />
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <EarlyForm what="Registering" onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          {...form.register('name')}
          label="Full Name"
          autoComplete="name"
          required
          error={errors.name?.message}
        />
        <TextField
          {...form.register('mobile')}
          label="Mobile Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          error={errors.mobile?.message}
        />
        <TextField
          {...form.register('email')}
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
        />
        <NewPasswordField
          {...form.register('password')}
          label="Password"
          required
          error={errors.password?.message}
          password={password}
        />
        <Button type="submit" size="lg" isFullWidth isBusy={loading} busyText="Creating Account...">
          Register
        </Button>
      </EarlyForm>
    </AuthCard>
  );
}
