import { zodResolver } from '@hookform/resolvers/zod';
import { passwordChange } from '@shop/contract/accounts/accounts';
import { useForm, useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { serverMessageOr, showFieldErrors } from '../../lib/form-failure.ts';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { NewPasswordField } from '../../ui/forms/new-password-field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Banner } from '../../ui/overlays/banner.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { authSlice, changePassword } from '../auth/auth.slice.ts';

export function PasswordForm({ email }: { email: string }) {
  const { loading } = useSelector(authSlice.selectSlice);
  const dispatch = useAppDispatch();
  const form = useForm({
    resolver: zodResolver(passwordChange),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const newPassword = useWatch({ control: form.control, name: 'newPassword' });
  const { errors } = form.formState;
  const currentError = errors.currentPassword?.message;
  const newError = errors.newPassword?.message;

  // A password change signs the user out everywhere, and `GuardedRoutes` redirects to /login.
  const submit = form.handleSubmit(async (change) => {
    const outcome = await dispatch(changePassword(change));
    if (changePassword.fulfilled.match(outcome)) toast(outcome.payload.message, { tone: 'success' });
    else if (!showFieldErrors(form, outcome.payload))
      form.setError('root', { message: serverMessageOr('Password change failed', outcome.payload) });
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-muted">A new password signs you out on every device. Then sign in with the new one.</p>
      {errors.root && (
        <Banner tone="error" isAnswer>
          {errors.root.message}
        </Banner>
      )}
      {/* Password managers read the account from this field. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.register('currentPassword')}
        label="Current Password"
        autoComplete="current-password"
        required
        error={currentError}
      />
      <NewPasswordField
        {...form.register('newPassword')}
        label="New Password"
        required
        // 'All fields are required' appears only at the first empty field (spec point 105).
        error={newError === currentError ? undefined : newError}
        password={newPassword}
      />
      <div>
        <Button type="submit" isBusy={loading} busyText="Changing...">
          Change Password
        </Button>
      </div>
    </form>
  );
}
