import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { loadBatchOrders } from '../admin.requests.ts';
import { adminSlice } from '../admin.slice.ts';
import { useLoad } from '../list/use-load.ts';

/** The orders that received codes of a batch. Rows of another batch in the store are hidden. */
export function useBatchOrders(batchId: string, page: number) {
  const query = useMemo(() => ({ batchId, page }), [batchId, page]);
  const reload = useLoad(loadBatchOrders, query);
  const list = useSelector(adminSlice.selectSlice).batchOrders;
  const isOfBatch = list.query?.batchId === batchId;
  return { list: { ...list, reply: isOfBatch ? list.reply : null }, query, reload };
}
