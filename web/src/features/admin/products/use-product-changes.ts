import type { BulkProducts } from '@shop/contract/admin';
import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import { toast } from '../../../ui/toast-store.ts';
import { changeProducts, deleteProduct } from '../admin.requests.ts';

export type ProductChanges = ReturnType<typeof useProductChanges>;

/** Deleting asks first, whether it is one product or all ticked ones. */
export function useProductChanges(reload: () => void) {
  const dispatch = useAppDispatch();
  const [idsToDelete, setIdsToDelete] = useState<string[]>([]);
  const [isBusy, setIsBusy] = useState(false);

  async function run(body: BulkProducts) {
    setIsBusy(true);
    const [onlyId] = body.ids;
    const outcome =
      body.action === 'delete' && body.ids.length === 1 && onlyId
        ? await dispatch(deleteProduct(onlyId))
        : await dispatch(changeProducts(body));
    setIsBusy(false);
    setIdsToDelete([]);
    toast(outcome.payload?.message ?? REQUEST_FAILED, {
      tone: outcome.meta.requestStatus === 'fulfilled' ? 'success' : 'error',
    });
    reload();
  }

  return {
    isBusy,
    idsToDelete,
    askToDelete: setIdsToDelete,
    cancelDeletion: () => setIdsToDelete([]),
    confirmDeletion: () => run({ ids: idsToDelete, action: 'delete' }),
    change: (action: BulkProducts['action'], ids: string[]) =>
      action === 'delete' ? setIdsToDelete(ids) : void run({ ids, action }),
  };
}
