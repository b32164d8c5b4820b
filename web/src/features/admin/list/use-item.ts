import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { type AdminState, adminSlice, type ItemState } from '../admin.slice.ts';
import { type Load, useLoad } from './use-load.ts';

/** One item by id. Data of another item, or of an earlier visit, is hidden. */
export function useItem<Item>(load: Load<string>, itemOf: (state: AdminState) => ItemState<Item>, id: string) {
  const [requestedId, setRequestedId] = useState<string>();
  const reload = useLoad(load, id);
  useEffect(() => setRequestedId(id), [id]);
  const { loading, reply, query, error, isMissing } = itemOf(useSelector(adminSlice.selectSlice));
  const isSettled = requestedId === id && !loading;
  return {
    data: isSettled && query === id && reply ? reply.data : null,
    error: isSettled ? error : null,
    isMissing: isSettled && isMissing,
    reload,
  };
}
