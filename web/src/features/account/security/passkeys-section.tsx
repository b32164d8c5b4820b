import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { Banner } from '../../../ui/overlays/banner.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { NewPasskeyForm } from './new-passkey-form.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { Section } from './section.tsx';
import { usePasskeys } from './use-passkeys.ts';

export function PasskeysSection() {
  const { passkeys, load, add, isBusy, error, nameError } = usePasskeys();
  return (
    <Section id="passkeys" title="Passkeys">
      <p className="text-muted">
        A passkey signs you in with the fingerprint, face or PIN of your device, without a password. It works only on
        this site, so a fake site cannot steal it.
      </p>
      {error && <Banner tone="error">{error}</Banner>}
      {!passkeys && !error && <Skeleton className="h-12" />}
      {passkeys && passkeys.length > 0 && (
        <ul className="grid gap-2">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey._id} passkey={passkey} onChange={load} />
          ))}
        </ul>
      )}
      {browserSupportsWebAuthn() ? (
        <NewPasskeyForm onAdd={add} isBusy={isBusy} nameError={nameError} />
      ) : (
        <p className="text-muted">This browser cannot make passkeys here.</p>
      )}
    </Section>
  );
}
