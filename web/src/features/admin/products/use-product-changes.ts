import { useEffect, useRef, useState } from 'react';
import { isUnanswered, REQUEST_FAILED } from '../../../lib/api.ts';
import { useAppDispatch } from '../../../lib/state/dispatch.ts';
import { dismissToast, type ToastTone, toast } from '../../../ui/overlays/toast-store.ts';
import { type BulkChange, changeProducts, deleteProduct, undoProducts } from '../admin.requests.ts';

export type ProductChanges = ReturnType<typeof useProductChanges>;
type Outcome = { payload?: { message: string; undo?: string | null } | undefined; meta: { requestStatus: string } };

/** Changes with an undo run at once; deleting a single product asks first (spec §2). */
export function useProductChanges(reload: () => void, onDeleted: (id: string) => void) {
  const dispatch = useAppDispatch();
  const [idToDelete, setIdToDelete] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const undoToastId = useRef(0);
  const [screen] = useState(() => ({ isLeft: false }));
  useEffect(() => {
    screen.isLeft = false;
    return () => {
      screen.isLeft = true;
      dismissToast(undoToastId.current);
    };
  }, [screen]);

  /** Only for the last change, and only while the screen is open. */
  function offerUndo(message: string, tone: ToastTone, id: string) {
    const action = { label: 'Undo', onAction: () => void undo(id) };
    undoToastId.current = toast(message, screen.isLeft ? { tone } : { tone, action });
  }

  async function undo(id: string) {
    const outcome = await dispatch(undoProducts(id));
    const message = outcome.payload?.message ?? REQUEST_FAILED;
    if (undoProducts.fulfilled.match(outcome)) toast(message, { tone: 'success' });
    else if (outcome.payload && isUnanswered(outcome.payload)) offerUndo(message, 'error', id);
    else toast(message, { tone: 'error' });
    reload();
  }

  function showOutcome({ payload, meta }: Outcome): boolean {
    const isDone = meta.requestStatus === 'fulfilled';
    const message = payload?.message ?? REQUEST_FAILED;
    if (isDone) dismissToast(undoToastId.current);
    if (isDone && payload?.undo) offerUndo(message, 'success', payload.undo);
    else toast(message, { tone: isDone ? 'success' : 'error' });
    reload();
    return isDone;
  }

  async function run(start: () => Promise<Outcome>): Promise<boolean> {
    setIsBusy(true);
    const outcome = await start();
    setIsBusy(false);
    return showOutcome(outcome);
  }

  return {
    isBusy,
    idToDelete,
    askToDelete: setIdToDelete,
    cancelDeletion: () => setIdToDelete(null),
    confirmDeletion: async () => {
      if (!idToDelete) return;
      const isDone = await run(() => dispatch(deleteProduct(idToDelete)));
      setIdToDelete(null);
      if (isDone) onDeleted(idToDelete);
    },
    /** Resolves to true if the change was made. */
    change: (body: BulkChange) => run(() => dispatch(changeProducts(body))),
  };
}
