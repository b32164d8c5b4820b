import type { AdminProductRow } from '@shop/contract/products/product-input';
import { useState } from 'react';
import type { BulkChange, ProductsQuery } from '../admin.requests.ts';

export type Filters = Omit<ProductsQuery, 'page' | 'limit' | 'sort'>;
type SelectionScope = { products: readonly AdminProductRow[]; total: number; filters: Filters };
export type BulkTarget = Pick<BulkChange, 'ids' | 'matching' | 'expected'>;
export type Selection = ReturnType<typeof useSelection>;

const NONE: ReadonlySet<string> = new Set();

/**
 * The selected products across pages, or all that match the filters. Other filters clear the selection, because the
 * admin could not see it any more.
 */
export function useSelection({ products, total, filters }: SelectionScope) {
  const filterKey = JSON.stringify(filters);
  const [selectedFor, setSelectedFor] = useState(filterKey);
  const [selectedIds, setSelectedIds] = useState(NONE);
  const [isAll, setIsAll] = useState(false);
  if (selectedFor !== filterKey) {
    setSelectedFor(filterKey);
    setSelectedIds(NONE);
    setIsAll(false);
  }

  const pageIds = products.map(({ _id }) => _id);
  const isSelected = (id: string) => isAll || selectedIds.has(id);
  function setSelected(ids: readonly string[], isOn: boolean) {
    // Without the ids of the other pages, "all" shrinks to the products on this page.
    const next = new Set(isAll ? pageIds : selectedIds);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setSelectedIds(next);
    setIsAll(false);
  }

  const target: BulkTarget = isAll ? { matching: filters, expected: total } : { ids: [...selectedIds] };
  return {
    count: isAll ? total : selectedIds.size,
    total,
    isAll,
    isSelected,
    isPageSelected: pageIds.length > 0 && pageIds.every(isSelected),
    target,
    select: (id: string, isOn: boolean) => setSelected([id], isOn),
    selectPage: (isOn: boolean) => setSelected(pageIds, isOn),
    selectAll: () => setIsAll(true),
    /** Removes a deleted product; a selection of all matching products stays. */
    deselect: (id: string) => setSelectedIds((selectedIds) => new Set([...selectedIds].filter((one) => one !== id))),
    clear: () => {
      setSelectedIds(NONE);
      setIsAll(false);
    },
  };
}
