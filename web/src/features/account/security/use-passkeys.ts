import type { Passkey } from '@shop/contract/accounts/passkeys';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { createPasskey } from './create-passkey.ts';
import { addPasskey, loadPasskeys, startPasskey } from './security.requests.ts';
import { useCall } from './use-call.ts';

const NOT_MADE = 'No passkey was made. You can try again.';

export function usePasskeys() {
  const { send, isBusy, failure } = useCall();
  const [passkeys, setPasskeys] = useState<Passkey[]>();
  const [refusal, setRefusal] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` changes with every render
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
    const credential = await createPasskey(started.data);
    if (!credential) return setRefusal(NOT_MADE);
    const added = await send(addPasskey, { name, credential });
    if (!added) return;
    toast(added.message, { tone: 'success' });
    form.reset();
    void load();
  }

  const nameError = failure?.errors.name;
  const error = refusal ?? (failure && !nameError ? failure.message : undefined);
  return { passkeys, load, add, isBusy, error, nameError };
}
