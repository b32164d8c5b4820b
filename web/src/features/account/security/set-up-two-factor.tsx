import type { FormEvent } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { OneTimeCodeField } from '../../../ui/forms/one-time-code-field.tsx';
import { takeFocus } from '../../../ui/navigation/take-focus.ts';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { CodeText } from '../../../ui/text/code-text.tsx';
import { confirmTwoFactor } from './security.requests.ts';
import { useCall } from './use-call.ts';

type SetUpProps = {
  secret: string;
  otpauthUrl: string;
  onCodes: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

export function SetUpTwoFactor({ secret, otpauthUrl, onCodes, onCancel }: SetUpProps) {
  const { send, isBusy, failure } = useCall();
  const fieldError = failure?.errors.code;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reply = await send(confirmTwoFactor, String(new FormData(event.currentTarget).get('code')));
    if (reply) onCodes(reply.data.recoveryCodes);
  }

  return (
    <form ref={takeFocus} tabIndex={-1} onSubmit={submit} className="grid gap-4">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          <p>Scan this with an authenticator app on your phone.</p>
          <div className="mt-3">
            <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
          </div>
          <p className="mt-3 text-muted">Or type this key into the app:</p>
          <p className="mt-1 flex flex-wrap items-center gap-3">
            <CodeText code={secret} />
            <CopyButton text={secret} label="Copy key" />
          </p>
        </li>
        <li>
          <p className="mb-2">Enter the code that the app shows.</p>
          {failure && !fieldError && <Banner tone="error">{failure.message}</Banner>}
          <OneTimeCodeField error={fieldError} />
        </li>
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isBusy} busyText="Checking...">
          Turn on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
