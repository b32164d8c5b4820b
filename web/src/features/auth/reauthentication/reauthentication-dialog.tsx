import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { type FormEvent, useState } from 'react';
import { type Api, failureOf, type RequestFailure } from '../../../lib/api.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { OneTimeCodeField } from '../../../ui/forms/one-time-code-field.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { signWithPasskey } from '../sign-in/sign-with-passkey.ts';

const FORM_ID = 'fresh-proof';

type ReauthenticationDialogProps = { api: Api; onEnd: (isProved: boolean) => void };

/** Asks for the password, a one-time code or a passkey before a dangerous action. */
export function ReauthenticationDialog({ api, onEnd }: ReauthenticationDialogProps) {
  const [isByCode, setIsByCode] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const errors = failure?.errors ?? {};

  async function prove(give: () => Promise<Parameters<Api['prove']>[0]['body']>) {
    setIsBusy(true);
    setFailure(null);
    try {
      await api.prove({ body: await give() });
      onEnd(true);
    } catch (error) {
      setFailure(failureOf(error));
      setIsBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = isByCode ? { code: String(data.get('code')) } : { password: String(data.get('password')) };
    void prove(async () => given);
  }

  return (
    <Modal
      isOpen
      size="sm"
      title="Confirm that it is you"
      onClose={() => onEnd(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" form={FORM_ID} isBusy={isBusy} busyText="Checking...">
            Confirm
          </Button>
        </>
      }
    >
      <form id={FORM_ID} onSubmit={submit} className="grid gap-4">
        <p className="text-muted">You signed in more than ten minutes ago. Please confirm that it is you.</p>
        {failure && !errors.password && !errors.code && <Banner tone="error">{failure.message}</Banner>}
        {isByCode ? (
          <OneTimeCodeField error={errors.code} />
        ) : (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" size="sm" onClick={() => setIsByCode(!isByCode)}>
            {isByCode ? 'Use your password' : 'Use a code from your app'}
          </Button>
          {browserSupportsWebAuthn() && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => prove(async () => ({ passkey: await signWithPasskey(api) }))}
            >
              Use a passkey
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}
