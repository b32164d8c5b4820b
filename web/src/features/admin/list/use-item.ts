import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { type AdminState, adminSlice, type ItemState, noItem } from '../admin.slice.ts';
import { type Load, useLoad } from './use-load.ts';

/** One thing by its id; what the store still holds about another one, or from an earlier look at it, is not shown. */
export function useItem<Item>(load: Load<string>, itemOf: (state: AdminState) => ItemState<Item>, id: string) {
  const [askedId, setAskedId] = useState<string>();
  useLoad(load, id);
  useEffect(() => setAskedId(id), [id]);
  const item = itemOf(useSelector(adminSlice.selectSlice));
  return item.id === id && askedId === id ? item : noItem;
}
