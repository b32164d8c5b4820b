import { useSelector } from 'react-redux';
import { type AdminState, adminSlice, type ItemState, noItem } from '../admin.slice.ts';
import { type Load, useLoad } from './use-load.ts';

/** One thing by its id; what the store still holds about another one is not shown. */
export function useItem<Item>(load: Load<string>, itemOf: (state: AdminState) => ItemState<Item>, id: string) {
  useLoad(load, id);
  const item = itemOf(useSelector(adminSlice.selectSlice));
  return item.id === id ? item : noItem;
}
