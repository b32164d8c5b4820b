import { PASSKEY_NAME_MAX } from '@shop/contract/limits/limits';
import type { FormEvent } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';

type NewPasskeyFormProps = {
  onAdd: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  nameError: string | undefined;
};

export const NewPasskeyForm = ({ onAdd, isBusy, nameError }: NewPasskeyFormProps) => (
  <form onSubmit={onAdd} className="flex flex-wrap items-end gap-3">
    <TextField
      label="Name of the new passkey"
      name="name"
      required
      maxLength={PASSKEY_NAME_MAX}
      placeholder="My phone"
      autoComplete="off"
      error={nameError}
      className="min-w-48 flex-1"
    />
    <Button type="submit" isBusy={isBusy} busyText="One moment..." size="lg">
      Add a passkey
    </Button>
  </form>
);
