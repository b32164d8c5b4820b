import type { SheetReport } from '@shop/contract/products/product-sheet';
import { useState } from 'react';
import { isUnanswered, REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { importProducts } from '../admin.requests.ts';

export type Stage =
  | { name: 'choosing' }
  | { name: 'checking' | 'importing'; fraction: number }
  | { name: 'checked' | 'imported'; report: SheetReport };

const MAY_BE_STORED =
  'We got no reply. The products may have been stored all the same. Import the file again: nothing is stored twice.';

/** First a dry run that stores nothing, then the import. */
export function useSheetImport(onImported: () => void) {
  const dispatch = useAppDispatch();
  const [stage, setStage] = useState<Stage>({ name: 'choosing' });
  const [refusal, setRefusal] = useState<string | null>(null);

  async function send(name: 'checking' | 'importing', file: File, skipRefused: boolean) {
    setRefusal(null);
    setStage({ name, fraction: 0 });
    const form = new FormData();
    form.set('skipRefused', String(skipRefused));
    form.set('file', file);
    const onProgress = (fraction: number) => setStage({ name, fraction });
    const outcome = await dispatch(importProducts({ isDryRun: name === 'checking', form, onProgress }));
    if (importProducts.fulfilled.match(outcome)) return outcome.payload;
    const { message = REQUEST_FAILED, status = 0, errors = {} } = outcome.payload ?? {};
    const isUnknown = name === 'importing' && isUnanswered({ status });
    setRefusal(isUnknown ? MAY_BE_STORED : (errors.products ?? message));
    setStage({ name: 'choosing' });
    if (isUnknown) onImported();
    return null;
  }

  return {
    stage,
    refusal,
    isBusy: stage.name === 'checking' || stage.name === 'importing',
    check: async (file: File) => {
      const reply = await send('checking', file, false);
      if (reply && 'data' in reply) setStage({ name: 'checked', report: reply.data });
    },
    importFile: async (file: File, skipRefused: boolean) => {
      const reply = await send('importing', file, skipRefused);
      if (!reply || !('report' in reply)) return;
      setStage({ name: 'imported', report: reply.report });
      onImported();
    },
    goBack: () => setStage({ name: 'choosing' }),
  };
}
