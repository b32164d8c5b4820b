import { messages } from '@shop/contract/failures/messages';
import type { Batch, ImportReport } from '@shop/contract/stock';
import { useState } from 'react';
import { failureOf, type RequestFailure } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { importCodes } from '../admin.requests.ts';

/** `isRepeated`: this batch already existed, so nothing was added. */
export type AddedBatch = { batch: Batch; report: ImportReport; isRepeated: boolean };
export type Stage =
  | { name: 'writing' }
  | { name: 'checking' | 'adding'; fraction: number }
  | { name: 'checked'; report: ImportReport }
  | { name: 'added'; added: AddedBatch };

type Refusal = { message: string; errors: Record<string, string> };

/** First a dry run that stores nothing, then the import. `makeForm` reads the controls at the time of each request. */
export function useCodeImport(productId: string, makeForm: () => FormData, onAdded: (added: AddedBatch) => void) {
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
    // All codes are already in the stock, so an earlier reply was lost. Sending them again adds nothing and returns
    // that batch.
    if (report.accepted + report.refused.length === 0) return add(false, form);
    setStage({ name: 'checked', report });
  }

  async function add(skipRefused: boolean, form = makeForm()): Promise<void> {
    form.set('skipRefused', String(skipRefused));
    const outcome = await send('adding', form);
    if (!importCodes.fulfilled.match(outcome)) {
      const failure = outcome.payload ?? failureOf(undefined);
      // Another admin added some of these codes after the dry run. Check again to show the new result.
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
