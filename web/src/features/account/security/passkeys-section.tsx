import type { NewCredential, Passkey } from '@shop/contract/passkeys';
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PasskeyItem } from './passkey-item.tsx';
import { Section } from './section.tsx';
import { addPasskey, loadPasskeys, startPasskey } from './security.requests.ts';
import { useCall } from './use-call.ts';

const NOT_MADE = 'No passkey was made. You can try again.';

type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as Options }).then(
    (made) => made as unknown as NewCredential,
    () => undefined,
  );

export function PasskeysSection() {
  const { send, isBusy, failure } = useCall();
  const [passkeys, setPasskeys] = useState<Passkey[]>();
  const [refusal, setRefusal] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is made anew with every render
  const load = useCallback(async () => {
    const reply = await send(loadPasskeys, undefined);
    if (reply) setPasskeys(reply.data);
  }, []);
  useEffect(() => void load(), [load]);

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    setRefusal(undefined);
    const started = await send(startPasskey, undefined);
    if (!started) return;
    const credential = await makePasskey(started.data);
    if (!credential) return setRefusal(NOT_MADE);
    const added = await send(addPasskey, { name, credential });
    if (!added) return;
    toast(added.message, { tone: 'success' });
    form.reset();
    void load();
  }

  const error = refusal ?? (failure && !failure.errors.name ? failure.message : undefined);
  return (
    <Section title="Passkeys">
      <p className="text-muted">
        A passkey signs you in with the fingerprint, face or PIN of your device, without a password. It works on this
        site alone, so nobody can talk you out of it.
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
        <form onSubmit={add} className="flex flex-wrap items-end gap-3">
          <TextField
            label="Name of the new passkey"
            name="name"
            required
            maxLength={50}
            placeholder="My phone"
            autoComplete="off"
            error={failure?.errors.name}
            className="min-w-48 flex-1"
          />
          <Button type="submit" isBusy={isBusy} busyText="One moment..." size="lg">
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className="text-muted">This browser cannot make passkeys here.</p>
      )}
    </Section>
  );
}
