import { zodResolver } from '@hookform/resolvers/zod';
import { profileForm, type User } from '@shop/contract/accounts/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSelector } from 'react-redux';
import { serverMessageOr, showFieldErrors } from '../../lib/form-failure.ts';
import { useAppDispatch } from '../../lib/state/dispatch.ts';
import { useKeptDraft } from '../../lib/state/kept-draft.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFocusWhileBusy } from '../../ui/forms/use-focus-while-busy.ts';
import { Banner } from '../../ui/overlays/banner.tsx';
import { authSlice, updateProfile } from '../auth/auth.slice.ts';

export function ProfileForm({ user }: { user: User }) {
  const { loading } = useSelector(authSlice.selectSlice);
  const [saved, setSaved] = useState<string>();
  const dispatch = useAppDispatch();
  const form = useForm({
    resolver: zodResolver(profileForm),
    defaultValues: { name: user.name, mobile: user.mobile ?? undefined },
  });
  const { errors } = form.formState;
  useKeptDraft(form, 'profile');
  useFocusWhileBusy(loading);

  const submit = form.handleSubmit(async (change) => {
    setSaved(undefined);
    const outcome = await dispatch(updateProfile(change));
    if (updateProfile.fulfilled.match(outcome)) {
      const { name, mobile } = outcome.payload.user;
      form.reset({ name, mobile: mobile ?? undefined });
      setSaved(outcome.payload.message);
    } else if (!showFieldErrors(form, outcome.payload))
      form.setError('root', { message: serverMessageOr('Update failed', outcome.payload) });
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {errors.root && (
        <Banner tone="error" isAnswer>
          {errors.root.message}
        </Banner>
      )}
      {saved && (
        <Banner tone="success" isAnswer>
          {saved}
        </Banner>
      )}
      <TextField
        {...form.register('name')}
        label="Full Name"
        autoComplete="name"
        required
        error={errors.name?.message}
      />
      <TextField
        {...form.register('mobile', {
          // An empty number stays undefined for users who have none, so that it is not validated.
          setValueAs: (mobile?: string) => (mobile || user.mobile ? mobile : undefined),
        })}
        label="Mobile Number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        error={errors.mobile?.message}
      />
      <TextField
        label="Email"
        type="email"
        value={user.email}
        readOnly
        autoComplete="email"
        hint="You sign in with it, so it cannot be changed here."
      />
      <div>
        <Button type="submit" isBusy={loading} busyText="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}
