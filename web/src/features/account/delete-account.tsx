import { zodResolver } from '@hookform/resolvers/zod';
import { accountDeletion } from '@shop/contract/accounts/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { serverMessageOr, showFieldErrors } from '../../lib/form-failure.ts';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { urls } from '../../lib/urls.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextLink } from '../../ui/buttons/text-link.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Banner } from '../../ui/overlays/banner.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { authSlice, deleteAccount } from '../auth/auth.slice.ts';

const blank = { password: '' };

export function DeleteAccount() {
  const { loading } = useSelector(authSlice.selectSlice);
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<string>();
  const dispatch = useAppDispatch();
  const form = useForm({ resolver: zodResolver(accountDeletion), defaultValues: blank });

  function close() {
    setIsAsking(false);
    form.reset(blank);
  }

  // After the deletion, `GuardedRoutes` redirects to the home page.
  const confirm = form.handleSubmit(async ({ password }) => {
    setError(undefined);
    const outcome = await dispatch(deleteAccount(password));
    if (deleteAccount.fulfilled.match(outcome)) toast(outcome.payload.message, { tone: 'success' });
    else if (!showFieldErrors(form, outcome.payload)) {
      close();
      setError(serverMessageOr('Account deletion failed', outcome.payload));
    }
  });

  return (
    <div className="grid gap-4">
      {error && (
        <Banner tone="error" isAnswer>
          {error}
        </Banner>
      )}
      <p>
        Deleting your account signs you out everywhere and cannot be undone. Codes you have not copied yet can no longer
        be looked up, so copy them from your orders first.
      </p>
      <p className="text-muted">
        Records of purchases are kept for 7 years, as the <TextLink to={urls.privacyPolicy}>Privacy Policy</TextLink>{' '}
        says. Your email is free to register again.
      </p>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete Account
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete your account?"
        confirmText="Yes, delete my account"
        busyText="Deleting..."
        isBusy={loading}
        onConfirm={confirm}
        onCancel={close}
      >
        <p className="mb-4">Are you sure you want to delete your account? This action cannot be undone.</p>
        <form onSubmit={confirm} noValidate>
          <PasswordField
            {...form.register('password')}
            label="Current password"
            autoComplete="current-password"
            required
            error={form.formState.errors.password?.message}
          />
        </form>
      </ConfirmDialog>
    </div>
  );
}
