import { messages } from '@shop/contract/failures/messages';
import type { Batch, ImportReport } from '@shop/contract/stock';
import { useState } from 'react';
import { failureOf, type RequestFailure } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { importCodes } from '../admin.requests.ts';

/** `isRepeated`: the same batch was there already, and nothing was added. */
export type Added = { batch: Batch; report: ImportReport; isRepeated: boolean };
export type Stage =
  | { name: 'writing' }
  | { name: 'checking' | 'adding'; fraction: number }
  | { name: 'checked'; report: ImportReport }
  | { name: 'added'; added: Added };

type Refusal = { message: string; errors: Record<string, string> };

/** First a dry run that stores nothing, then all of it at once. `makeForm` reads the controls when they are needed. */
export function useCodeImport(productId: string, makeForm: () => FormData, onAdded: (added: Added) => void) {
  const dispatch = useAppDispatch();
  const [stage, setStage] = useState<Stage>({ name: 'writing' });
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function send(name: 'checking' | 'adding', form: FormData) {
    setRefusal(null);
    setStage({ name, fraction: 0 });
    const onProgress = (fraction: number) => setStage({ name, fraction });
    return dispatch(importCodes({ productId, isDryRun: name === 'checking', form, onProgress }));
  }
  function refuse({ message, errors }: RequestFailure) {
    setRefusal({ message, errors });
    setStage({ name: 'writing' });
  }

  async function check(): Promise<void> {
    const form = makeForm();
    const outcome = await send('checking', form);
    if (!importCodes.fulfilled.match(outcome)) return refuse(outcome.payload ?? failureOf(undefined));
    if (!('lines' in outcome.payload.data)) return;
    const report = outcome.payload.data;
    // The same batch is there already, and its answer was lost: asking again adds nothing and tells which it is.
    if (report.accepted + report.refused.length === 0) return add(false, form);
    setStage({ name: 'checked', report });
  }

  async function add(skipRefused: boolean, form = makeForm()): Promise<void> {
    form.set('skipRefused', String(skipRefused));
    const outcome = await send('adding', form);
    if (!importCodes.fulfilled.match(outcome)) {
      const failure = outcome.payload ?? failureOf(undefined);
      // Since the dry run somebody else has added some of these codes: show what is so now.
      return failure.code === 'BATCH_REFUSED' ? check() : refuse(failure);
    }
    if ('report' in outcome.payload) {
      const { data: batch, report, message } = outcome.payload;
      const added = { batch, report, isRepeated: message === messages.batchAddedBefore };
      setStage({ name: 'added', added });
      onAdded(added);
    }
  }

  return {
    stage,
    refusal,
    isBusy: stage.name === 'checking' || stage.name === 'adding',
    check,
    add,
    goBack: () => setStage({ name: 'writing' }),
  };
}
