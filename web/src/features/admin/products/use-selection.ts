import type { AdminProductRow } from '@shop/contract/products/product-input';
import { useState } from 'react';
import type { BulkChange, ProductsQuery } from '../admin.requests.ts';

export type Filters = Omit<ProductsQuery, 'page' | 'limit' | 'sort'>;
type SelectionScope = { products: readonly AdminProductRow[]; total: number; filters: Filters };
export type BulkTarget = Pick<BulkChange, 'ids' | 'matching' | 'expected'>;
export type Selection = ReturnType<typeof useSelection>;

const NO_IDS: ReadonlySet<string> = new Set();

/**
 * Holds the selected products of all pages, or all products that match the filters. A change of the filters clears the
 * selection, because the admin can no longer see it.
 */
export function useSelection({ products, total, filters }: SelectionScope) {
  const filterKey = JSON.stringify(filters);
  const [selectionFilterKey, setSelectionFilterKey] = useState(filterKey);
  const [selectedIds, setSelectedIds] = useState(NO_IDS);
  const [isAllMatching, setIsAllMatching] = useState(false);
  if (selectionFilterKey !== filterKey) {
    setSelectionFilterKey(filterKey);
    setSelectedIds(NO_IDS);
    setIsAllMatching(false);
  }

  const pageIds = products.map(({ _id }) => _id);
  const isSelected = (id: string) => isAllMatching || selectedIds.has(id);
  function setSelected(ids: readonly string[], isOn: boolean) {
    // With all matching products selected, only the ids of this page are known, so a change keeps only this page.
    const next = new Set(isAllMatching ? pageIds : selectedIds);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setSelectedIds(next);
    setIsAllMatching(false);
  }

  const target: BulkTarget = isAllMatching ? { matching: filters, expected: total } : { ids: [...selectedIds] };
  return {
    count: isAllMatching ? total : selectedIds.size,
    total,
    isAllMatching,
    isSelected,
    isPageSelected: pageIds.length > 0 && pageIds.every(isSelected),
    target,
    select: (id: string, isOn: boolean) => setSelected([id], isOn),
    selectPage: (isOn: boolean) => setSelected(pageIds, isOn),
    selectAll: () => setIsAllMatching(true),
    /** Removes a deleted product from the selected ids. A selection of all matching products stays. */
    deselect: (id: string) => setSelectedIds((selectedIds) => new Set([...selectedIds].filter((one) => one !== id))),
    clear: () => {
      setSelectedIds(NO_IDS);
      setIsAllMatching(false);
    },
  };
}
