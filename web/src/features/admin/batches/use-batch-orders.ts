import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { loadBatchOrders } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { useLoad } from '../list/use-load.ts';

/** The orders that received codes of a batch. Rows of another batch in the store are hidden. */
export function useBatchOrders(batchId: string, page: number) {
  const query = useMemo(() => ({ batchId, page }), [batchId, page]);
  const reload = useLoad(loadBatchOrders, query);
  const { reply, question, error } = useSelector(adminSlice.selectSlice).batchOrders;
  const isAsked = question?.batchId === batchId;
  return { list: { reply: isAsked ? reply : null, question, error }, query, reload };
}
