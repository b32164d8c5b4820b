import type { FormEvent } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { OneTimeCodeField } from '../../../ui/forms/one-time-code-field.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { endTwoFactor } from './security.requests.ts';
import { useCall } from './use-call.ts';

type TurnOffProps = { email: string; onOff: () => void; onCancel: () => void };

export function TurnOffTwoFactor({ email, onOff, onCancel }: TurnOffProps) {
  const { send, isBusy, failure } = useCall();
  const errors = failure?.errors ?? {};

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const reply = await send(endTwoFactor, { password: String(data.get('password')), code: String(data.get('code')) });
    if (!reply) return;
    toast(reply.message, { tone: 'success' });
    onOff();
  }

  return (
    <form ref={takeFocus} tabIndex={-1} onSubmit={submit} className="grid gap-4">
      {failure && !errors.password && !errors.code && <Banner tone="error">{failure.message}</Banner>}
      {/* Password managers read the account from this field. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <OneTimeCodeField error={errors.code} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" isBusy={isBusy} busyText="Turning off...">
          Turn off two-factor sign-in
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
