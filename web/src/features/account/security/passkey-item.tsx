import type { Passkey } from '@shop/contract/accounts/passkeys';
import { PASSKEY_NAME_MAX } from '@shop/contract/limits/limits';
import { type FormEvent, useRef, useState } from 'react';
import { formatDay } from '../../../lib/format/dates.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { focusHeading } from '../../../ui/navigation/focus-heading.ts';
import { isFocusFree } from '../../../ui/navigation/is-focus-free.ts';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { VisuallyHidden } from '../../../ui/text/visually-hidden.tsx';
import { removePasskey, renamePasskey } from './security.requests.ts';
import { useCall } from './use-call.ts';

type PasskeyItemProps = { passkey: Passkey; onChange: () => Promise<void> };

export function PasskeyItem({ passkey, onChange }: PasskeyItemProps) {
  const { send, isBusy, failure } = useCall();
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const item = useRef<HTMLLIElement>(null);

  function endRenaming() {
    setMode('shown');
    if (isFocusFree(item.current)) item.current?.focus();
  }
  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    const reply = await send(renamePasskey, { id: passkey._id, name });
    if (!reply) return;
    toast(reply.message, { tone: 'success' });
    endRenaming();
    void onChange();
  }
  async function remove() {
    const reply = await send(removePasskey, passkey._id);
    setMode('shown');
    if (!reply) return;
    toast(reply.message, { tone: 'success' });
    await onChange();
    if (isFocusFree(item.current)) focusHeading('#passkeys');
  }

  return (
    <li ref={item} tabIndex={-1} className="grid gap-3 rounded-card border border-line p-4">
      {failure && <Banner tone="error">{failure.message}</Banner>}
      {mode === 'renaming' ? (
        <form onSubmit={rename} className="flex flex-wrap items-end gap-3">
          <TextField
            ref={takeFocus}
            label="Name"
            name="name"
            defaultValue={passkey.name}
            required
            maxLength={PASSKEY_NAME_MAX}
            autoComplete="off"
            className="min-w-full flex-1 sm:min-w-40"
          />
          <Button type="submit" isBusy={isBusy} busyText="Saving...">
            Save
          </Button>
          <Button variant="secondary" onClick={endRenaming}>
            Cancel
          </Button>
        </form>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">{passkey.name}</p>
            <p className="text-13 text-muted">
              Added {formatDay(passkey.createdAt)}
              {passkey.lastUsedAt && `, last used ${formatDay(passkey.lastUsedAt)}`}
            </p>
          </div>
          <div className="flex gap-2">
            <Button variant="secondary" size="sm" onClick={() => setMode('renaming')}>
              Rename<VisuallyHidden> {passkey.name}</VisuallyHidden>
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setMode('removing')}>
              Remove<VisuallyHidden> {passkey.name}</VisuallyHidden>
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={mode === 'removing'}
        title="Remove this passkey?"
        confirmText="Remove"
        busyText="Removing..."
        isBusy={isBusy}
        onConfirm={remove}
        onCancel={() => setMode('shown')}
      >
        <p>
          “{passkey.name}” will no longer sign you in, and everywhere else you are signed out. Delete it on the device
          itself as well.
        </p>
      </ConfirmDialog>
    </li>
  );
}
