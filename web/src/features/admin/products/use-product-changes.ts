import { useState } from 'react';
import { REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/dispatch.ts';
import { toast } from '../../../ui/toast-store.ts';
import { type BulkChange, changeProducts, deleteProduct, undoProducts } from '../admin.requests.ts';

export type ProductChanges = ReturnType<typeof useProductChanges>;
type Outcome = { payload?: { message: string; undo?: string | null } | undefined; meta: { requestStatus: string } };

/** What can be taken back is done at once and offers that; deleting a single product asks first (spec §2). */
export function useProductChanges(reload: () => void) {
  const dispatch = useAppDispatch();
  const [idToDelete, setIdToDelete] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function undo(id: string) {
    const outcome = await dispatch(undoProducts(id));
    const isDone = undoProducts.fulfilled.match(outcome);
    toast(outcome.payload?.message ?? REQUEST_FAILED, { tone: isDone ? 'success' : 'error' });
    reload();
  }

  function tell({ payload, meta }: Outcome): boolean {
    const isDone = meta.requestStatus === 'fulfilled';
    const undoId = isDone && payload?.undo;
    toast(payload?.message ?? REQUEST_FAILED, {
      tone: isDone ? 'success' : 'error',
      ...(undoId && { action: { label: 'Undo', onAction: () => void undo(undoId) } }),
    });
    reload();
    return isDone;
  }

  async function run(start: () => Promise<Outcome>): Promise<boolean> {
    setIsBusy(true);
    const outcome = await start();
    setIsBusy(false);
    setIdToDelete(null);
    return tell(outcome);
  }

  return {
    isBusy,
    idToDelete,
    askToDelete: setIdToDelete,
    cancelDeletion: () => setIdToDelete(null),
    confirmDeletion: () => idToDelete && run(() => dispatch(deleteProduct(idToDelete))),
    /** Tells whether it was done. */
    change: (body: BulkChange) => run(() => dispatch(changeProducts(body))),
  };
}
